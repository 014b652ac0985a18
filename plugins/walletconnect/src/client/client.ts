import type { Context } from '@wallet-modal/kernel'
import { isWalletModalError } from '@wallet-modal/kernel'
import { relayError } from '../errors.js'
import type { WalletConnectOptions } from '../options.js'
import { onReturn } from './return-to-page.js'
import { type Sign, startSign, stopSign } from './sign-client.js'

const DEFAULT_RELAY = 'wss://relay.walletconnect.org'
const FIRST_RETRY_MS = 2_000
const LAST_RETRY_MS = 30_000
/** Phones close the connections of pages in the background, without always reporting it. */
const STALE_MS = 15_000

/** The WalletConnect client of a modal. Reports errors of the relay earlier than the library, and reconnects after them. */
export interface Client {
  readonly sign: Sign
  /** Reports relay errors at once; the client itself waits for a minute. Returns a function that stops it. */
  onTrouble(listener: (error: Error) => void): () => void
  close(): void
}

async function relayOf(ctx: Context, projectId: string | undefined): Promise<string> {
  try {
    return await ctx.api.service('relay').resolve('/')
  } catch (error) {
    // the kernel knows the relay only for sites with a project id; this plugin may have its own
    if (projectId && isWalletModalError(error) && error.code === 'NO_PROJECT_ID') return DEFAULT_RELAY
    throw error
  }
}

/** Starts the client. It contacts only the relay: telemetry is off, and the verify frame is not opened. */
export async function openClient(ctx: Context, given: WalletConnectOptions): Promise<Client> {
  const projectId = given.projectId ?? ctx.site.projectId
  const prefix = given.storagePrefix ?? `wallet-modal-${ctx.site.id}`
  const relayUrl = await relayOf(ctx, given.projectId)
  // a relay of the site itself may need no project id
  const sign = await startSign(ctx, { relayUrl, projectId: projectId ?? 'none', prefix })
  const { relayer } = sign.core
  const listeners = new Set<(error: Error) => void>()
  let waitMs = FIRST_RETRY_MS
  let isClosed = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const onConnect = (): void => {
    waitMs = FIRST_RETRY_MS
  }
  const onError = (cause: unknown): void => {
    const error = relayError(cause)
    ctx.log.info(error)
    for (const listener of [...listeners]) listener(error)
    clearTimeout(timer)
    if (error.code !== 'NO_PROJECT_ID') retryLater()
  }
  /** After an error the client reconnects only for a request and would miss messages of the wallet. */
  const retryLater = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => void retry(), waitMs)
    waitMs = Math.min(waitMs * 2, LAST_RETRY_MS)
  }
  const retry = async (): Promise<void> => {
    if (relayer.connected || sign.session.length === 0) return
    await relayer.restartTransport().catch((failure: unknown) => ctx.log.info(failure))
    if (!relayer.connected && !isClosed) retryLater()
  }
  relayer.on('relayer_error', onError)
  relayer.on('relayer_connect', onConnect)
  /** Messages that the wallet sent while the page was in the background wait at the relay. */
  const onBack = async (awayMs: number): Promise<void> => {
    if (awayMs >= STALE_MS) await relayer.restartTransport().catch((error: unknown) => ctx.log.info(error))
    if (!relayer.connected && !isClosed) retryLater()
  }
  const stopReturning = onReturn((awayMs) => void onBack(awayMs))

  return {
    sign,
    onTrouble(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close() {
      isClosed = true
      stopReturning()
      clearTimeout(timer)
      relayer.off('relayer_error', onError)
      relayer.off('relayer_connect', onConnect)
      stopSign(ctx, prefix, sign.core)
    },
  }
}
