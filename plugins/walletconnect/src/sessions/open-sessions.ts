import { type Context, lazyOnce, type Signal } from '@wallet-modal/kernel'
import { openClient } from '../client/client.js'
import { hasStoredSession } from '../client/entries.js'
import type { ContributedNamespaces } from '../namespaces/contributed.js'
import type { WalletConnectOptions } from '../options.js'
import { type InterruptedRequest, watchInterrupted } from './interrupted.js'
import { createSessions, type Sessions } from './sessions.js'

interface OpenSessionsOptions {
  readonly families: ContributedNamespaces
  readonly interrupted: Signal<readonly InterruptedRequest[]>
  /** Called when the contents of a session change, or a session ends. */
  onChanged(sessions: Sessions): void
}

/** Opens the client with its sessions, until the modal is disposed. */
async function openSessions(
  ctx: Context,
  options: WalletConnectOptions,
  { families, interrupted, onChanged }: OpenSessionsOptions,
): Promise<Sessions> {
  const [client] = await Promise.all([openClient(ctx, options), families.load()])
  if (ctx.abortSignal.aborted) client.close()
  else ctx.onDispose(() => client.close())
  const sessions = createSessions(ctx, client, { rules: families.of, onChanged: () => onChanged(sessions) })
  ctx.onDispose(watchInterrupted(client, sessions.isOpen, interrupted))
  return sessions
}

interface LazySessions {
  /** Opens the client with its sessions, once. */
  load(): Promise<Sessions>
  /** Whether the client was opened, or a session is stored. Does not load the client: without a session, the client is not needed. */
  mayExist(): boolean
}

export function createLazySessions(
  ctx: Context,
  options: WalletConnectOptions,
  sessionOptions: OpenSessionsOptions,
): LazySessions {
  let isRequested = false
  return {
    load: lazyOnce(() => {
      isRequested = true
      return openSessions(ctx, options, sessionOptions)
    }),
    mayExist: () => isRequested || hasStoredSession(ctx),
  }
}
