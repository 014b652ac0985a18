const intervalMs = 250

/** Signal that is aborted when the parent of this process has ended. */
export interface ParentWatch {
  readonly signal: AbortSignal
  stop(): void
}

/**
 * Watches the parent of a process that a package script runs: a shell that ends by SIGTERM without forwarding it, as under npm, leaves its child
 * running. Without a package script, such as with `nohup`, the process may outlive its parent.
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
