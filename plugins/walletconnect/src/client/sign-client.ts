import type { Context } from '@wallet-modal/kernel'
import type { SignClient } from '@walletconnect/sign-client'
import { createEntries } from './entries.js'
import { createSilentLogger } from './silent-logger.js'

export type SdkClient = InstanceType<typeof SignClient>

interface SdkClientOptions {
  readonly relayUrl: string
  readonly projectId: string
  /** Distinguishes several clients of one page. */
  readonly prefix: string
}

/** Deletes the global variable in which the SDK stores a client's core, and returns the core. The SDK would reuse the core for the next client. */
function takeGlobalCore(prefix: string): SdkClient['core'] | undefined {
  const name = `_walletConnectCore_${prefix}`
  const core: SdkClient['core'] | undefined = Reflect.get(globalThis, name)
  for (const key of [name, `${name}_count`]) Reflect.deleteProperty(globalThis, key)
  return core
}

/** Stops a client's timers and closes its connection. */
export function stopSdkClient(ctx: Context, prefix: string, core = takeGlobalCore(prefix)): void {
  takeGlobalCore(prefix)
  if (!core) return
  const { heartbeat, relayer } = core
  heartbeat.stop()
  const closeConnection = (): void => void relayer.transportClose().catch((error: unknown) => ctx.log.info(error))
  closeConnection()
  relayer.on('relayer_connect', closeConnection) // closes a connection that is being opened
}

/** Starts the SDK's client. If its stored data cannot be read, deletes it: sessions are lost, but the next connection works. */
export async function startSdkClient(
  ctx: Context,
  { relayUrl, projectId, prefix }: SdkClientOptions,
): Promise<SdkClient> {
  const { SignClient: Client } = await import('@walletconnect/sign-client')
  const entries = createEntries(ctx)
  const { name, url, description = '', icons = [] } = ctx.site.metadata
  const init = (): Promise<SdkClient> =>
    Client.init({
      storage: entries,
      projectId,
      relayUrl,
      customStoragePrefix: prefix,
      telemetryEnabled: false,
      logger: createSilentLogger(),
      metadata: { name, url, description, icons: [...icons] },
    })
  const sign = await init().catch((error: unknown) => {
    ctx.log.info('the stored data of the client could not be read and was deleted', error)
    stopSdkClient(ctx, prefix)
    entries.clear()
    return init()
  })
  // disables WalletConnect's Verify iframe: it is third-party code, and if its host is blocked, each request waits 5 s
  sign.core.verify.register = async () => undefined
  return sign
}
