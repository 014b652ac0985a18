import type { Context } from '@wallet-modal/kernel'
import { isWalletModalError } from '@wallet-modal/kernel'
import { relayError } from '../errors.js'
import type { WalletConnectOptions } from '../options.js'
import { onReturn } from './return-to-page.js'
import { type SdkClient, startSdkClient, stopSdkClient } from './sign-client.js'

const DEFAULT_RELAY = 'wss://relay.walletconnect.org'
const FIRST_RETRY_MS = 2_000
const LAST_RETRY_MS = 30_000
/** Time in the background after which the connection is renewed: a phone may have closed it without an event. */
const STALE_MS = 15_000

/** The WalletConnect client of a modal. Reports errors of the relay earlier than the SDK, and reconnects after an error. */
export interface Client {
  readonly sign: SdkClient
  /** Reports relay errors at once; the SDK reports them after a minute. Returns an unsubscribe function. */
  onRelayError(listener: (error: Error) => void): () => void
  close(): void
}

/** URL of the relay. `projectId`: the plugin's option. Rejects with `NO_PROJECT_ID` if neither this option nor the site has a project id. */
async function relayOf(ctx: Context, projectId: string | undefined): Promise<string> {
  try {
    return await ctx.api.service('relay').resolve('/')
  } catch (error) {
    // the kernel knows the relay only for sites with a project id; this plugin may have its own project id
    if (projectId && isWalletModalError(error) && error.code === 'NO_PROJECT_ID') return DEFAULT_RELAY
    throw error
  }
}

/** Starts the client. It contacts only the relay: telemetry is off, and WalletConnect's Verify iframe is not opened. */
export async function openClient(ctx: Context, options: WalletConnectOptions): Promise<Client> {
  const projectId = options.projectId ?? ctx.site.projectId
  const prefix = options.storagePrefix ?? `wallet-modal-${ctx.site.id}`
  const relayUrl = await relayOf(ctx, options.projectId)
  // the site's own relay may need no project id, but the SDK requires one
  const sign = await startSdkClient(ctx, { relayUrl, projectId: projectId ?? 'none', prefix })
  const { relayer } = sign.core
  const listeners = new Set<(error: Error) => void>()
  let retryDelayMs = FIRST_RETRY_MS
  let isClosed = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const onConnect = (): void => {
    retryDelayMs = FIRST_RETRY_MS
  }
  const onError = (cause: unknown): void => {
    const error = relayError(cause)
    ctx.log.info(error)
    for (const listener of [...listeners]) listener(error)
    clearTimeout(timer)
    if (error.code !== 'NO_PROJECT_ID') retryLater()
  }
  /** Reconnects after a delay. The SDK itself reconnects only to send a request, and would miss the wallet's messages until then. */
  const retryLater = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => void retry(), retryDelayMs)
    retryDelayMs = Math.min(retryDelayMs * 2, LAST_RETRY_MS)
  }
  const retry = async (): Promise<void> => {
    if (relayer.connected || sign.session.length === 0) return
    await relayer.restartTransport().catch((failure: unknown) => ctx.log.info(failure))
    if (!relayer.connected && !isClosed) retryLater()
  }
  relayer.on('relayer_error', onError)
  relayer.on('relayer_connect', onConnect)
  /** Reconnects, to receive the messages that the relay stored while the page was in the background. */
  const onVisible = async (hiddenMs: number): Promise<void> => {
    if (hiddenMs >= STALE_MS) await relayer.restartTransport().catch((error: unknown) => ctx.log.info(error))
    if (!relayer.connected && !isClosed) retryLater()
  }
  const stopListening = onReturn((hiddenMs) => void onVisible(hiddenMs))

  return {
    sign,
    onRelayError(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close() {
      isClosed = true
      stopListening()
      clearTimeout(timer)
      relayer.off('relayer_error', onError)
      relayer.off('relayer_connect', onConnect)
      stopSdkClient(ctx, prefix, sign.core)
    },
  }
}
