import type { Context, Signal } from '@wallet-modal/kernel'
import { openClient } from '../client/client.js'
import type { ContributedNamespaces } from '../namespaces/contributed.js'
import type { WalletConnectOptions } from '../options.js'
import { type InterruptedRequest, watchInterrupted } from './interrupted.js'
import { createSessions, type Sessions } from './sessions.js'

interface OpenSessionsParts {
  readonly families: ContributedNamespaces
  readonly interrupted: Signal<readonly InterruptedRequest[]>
  /** The contents of a session changed, or a session ended. */
  changed(sessions: Sessions): void
}

/** Opens the client with its sessions, until the modal is disposed. */
export async function openSessions(
  ctx: Context,
  options: WalletConnectOptions,
  { families, interrupted, changed }: OpenSessionsParts,
): Promise<Sessions> {
  const [client] = await Promise.all([openClient(ctx, options), families.load()])
  if (ctx.abortSignal.aborted) client.close()
  else ctx.onDispose(() => client.close())
  const sessions = createSessions(ctx, client, { rules: families.of, changed: () => changed(sessions) })
  ctx.onDispose(watchInterrupted(client, sessions.isOpen, interrupted))
  return sessions
}
