/** Dark where the system is dark, also when that changes. */
export function followColorScheme(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const follow = () => document.documentElement.classList.toggle('pf-v6-theme-dark', dark.matches);
  dark.addEventListener('change', follow);
  follow();
}
