/** Shows a message for work in progress. When the work has ended, call the returned function with a message, and `true` if the work failed. */
export type Progress = (message: string) => (done: string, failed?: boolean) => void

/** Messages for work in progress, for success and for failure. */
export interface ProgressTexts {
  readonly doing: string
  readonly done: string
  readonly failed: string
}

/** Runs `work` and shows messages about it. */
export async function withProgress<T>(progress: Progress, texts: ProgressTexts, work: () => Promise<T>): Promise<T> {
  const end = progress(texts.doing)
  try {
    const result = await work()
    end(texts.done)
    return result
  } catch (error) {
    end(texts.failed, true)
    throw error
  }
}
