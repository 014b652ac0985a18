import { type Sandbox, startSandbox } from '@wallet-modal/sandbox/server'
import { sandboxAt } from '@wallet-modal/sandbox/testing'
import { afterAll, beforeAll } from 'vitest'

let shared: Promise<Sandbox> | undefined
let users = 0
let isFresh = true

/** Takes the sandbox of this worker. Resets it for the first user in a file; later users in that file share its state. */
async function take(): Promise<Sandbox> {
  shared ??= startSandbox({ port: 0 })
  const sandbox = await shared
  if (users++ > 0) return sandbox
  if (!isFresh) await sandboxAt(sandbox.url).reset()
  isFresh = false
  return sandbox
}

/**
 * A sandbox for a test file: that of the worker, reset before the file's first test. With `port`, the file gets its own
 * sandbox.
 */
export function createSandbox({ port }: { readonly port?: number | undefined } = {}): Pick<Sandbox, 'relay' | 'url'> {
  let sandbox: Sandbox | undefined
  beforeAll(async () => {
    sandbox = port === undefined ? await take() : await startSandbox({ port })
  })
  afterAll(async () => {
    if (port !== undefined) await sandbox?.stop()
    else if (sandbox) users--
  })
  const running = (): Sandbox => {
    if (!sandbox) throw new Error('The sandbox is available only after the hooks before the first test.')
    return sandbox
  }
  return {
    get relay() {
      return running().relay
    },
    get url() {
      return running().url
    },
  }
}
