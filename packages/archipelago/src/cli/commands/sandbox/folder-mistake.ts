import { DataFolderError } from '@archipelago/kube-sandbox';
import { codeOf, fileProblem } from '../../process/file-problem.ts';
import { UsageError } from '../../process/io.ts';

/** What `work` gives; a folder or file that cannot be used is a UsageError. */
export async function folderMistake<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DataFolderError) throw new UsageError(error.message);
    if (codeOf(error) === '' || !(error instanceof Error) || !('path' in error)) throw error;
    throw new UsageError(`${String(error.path)}: ${fileProblem(error)}`);
  }
}
