const intervalMs = 250

/** Signal that is aborted when the parent of this process has ended. */
export interface ParentWatch {
  readonly signal: AbortSignal
  stop(): void
}

/**
 * Watches the parent process, if a package script runs this process. npm runs scripts in a shell, which can end by SIGTERM without forwarding it, so
 * that this process would keep running. Without a package script, never aborts, because a process may outlive its parent, for example under `nohup`.
 */
export function watchParent(env: Readonly<Record<string, string | undefined>>): ParentWatch {
  const controller = new AbortController()
  const parent = process.ppid
  const check = (): void => {
    if (process.ppid !== parent) controller.abort(new Error('The parent process ended.'))
  }
  const timer = env.npm_lifecycle_event === undefined ? undefined : setInterval(check, intervalMs)
  return { signal: controller.signal, stop: () => clearInterval(timer) }
}
