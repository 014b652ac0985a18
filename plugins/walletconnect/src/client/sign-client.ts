import type { Context } from '@wallet-modal/kernel'
import type { SignClient } from '@walletconnect/sign-client'
import { createEntries } from './entries.js'

export type Sign = InstanceType<typeof SignClient>

interface SignOptions {
  readonly relayUrl: string
  readonly projectId: string
  /** Tells several clients of one page apart. */
  readonly prefix: string
}

/** The client notes its core on the page; the next one must be another. Answers with the one that was noted. */
function takeNote(prefix: string): Sign['core'] | undefined {
  const name = `_walletConnectCore_${prefix}`
  const core: Sign['core'] | undefined = Reflect.get(globalThis, name)
  for (const key of [name, `${name}_count`]) Reflect.deleteProperty(globalThis, key)
  return core
}

/** Ends a client's timers and its connection, for good. */
export function stopSign(ctx: Context, prefix: string, core = takeNote(prefix)): void {
  takeNote(prefix)
  if (!core) return
  const { heartbeat, relayer } = core
  heartbeat.stop()
  const hangUp = (): void => void relayer.transportClose().catch((error: unknown) => ctx.log.info(error))
  hangUp()
  relayer.on('relayer_connect', hangUp) // a connection that was being made comes about all the same
}

/** Starts the SDK's client. What it kept and cannot read any more is dropped: that costs the sessions, and not the next connection. */
export async function startSign(ctx: Context, { relayUrl, projectId, prefix }: SignOptions): Promise<Sign> {
  const { SignClient: Client } = await import('@walletconnect/sign-client')
  const entries = createEntries(ctx)
  const { name, url, description = '', icons = [] } = ctx.site.metadata
  const init = (): Promise<Sign> =>
    Client.init({
      storage: entries,
      projectId,
      relayUrl,
      customStoragePrefix: prefix,
      telemetryEnabled: false,
      logger: 'silent',
      metadata: { name, url, description, icons: [...icons] },
    })
  const sign = await init().catch((error: unknown) => {
    ctx.log.info('what the client kept cannot be read; it begins anew', error)
    stopSign(ctx, prefix)
    entries.clear()
    return init()
  })
  // its frame is foreign code, and where its host is blocked every request waits five seconds for it
  sign.core.verify.register = async () => undefined
  return sign
}
