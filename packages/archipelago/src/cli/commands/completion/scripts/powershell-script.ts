/** For Windows PowerShell 5 and PowerShell 7. Without an offer PowerShell completes names of files itself. */
export const powershellScript = `# PowerShell completion for archipelago: archipelago completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName archipelago -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $words = @($commandAst.CommandElements | Where-Object { $_.Extent.StartOffset -lt $cursorPosition } | ForEach-Object {
    # what stands in quotes is meant without them
    if ($_ -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $_.Value } else { $_.ToString() }
  })
  if ($wordToComplete -ne '') { $words = @($words | Select-Object -SkipLast 1) }
  $before = @($words | Select-Object -Skip 1)
  # before PowerShell 7.3 an empty argument is lost on the way to a program, unless it is quoted
  $current = $wordToComplete
  if ($current -eq '' -and $PSNativeCommandArgumentPassing -notin 'Windows', 'Standard') { $current = '""' }
  & $words[0] __complete @before $current 2>$null | ForEach-Object {
    $word, $text = $_ -split "\`t", 2
    if ($word -ne '' -and -not $word.StartsWith(':')) {
      if (-not $text) { $text = $word }
      # a comma or bracket is more than text to PowerShell; quotes are never offered
      $insert = if ($word -match '^[\\w./=-]+$') { $word } else { "'$word'" }
      [System.Management.Automation.CompletionResult]::new($insert, $word, 'ParameterValue', $text)
    }
  }
}
`;
