/** Tells that something takes a while; the answer is called when it is done. */
export type Progress = (message: string) => (done: string, failed?: boolean) => void

/** What is told of a piece of work while it runs, and when it has ended. */
export interface ProgressTexts {
  readonly doing: string
  readonly done: string
  readonly failed: string
}

/** Tells of a piece of work while it runs. */
export async function whileTelling<T>(progress: Progress, texts: ProgressTexts, work: () => Promise<T>): Promise<T> {
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
