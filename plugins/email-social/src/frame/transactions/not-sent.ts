import { StorageError } from '../account/device.js'
import { FrameError } from '../gateway.js'
import { t } from '../strings.js'
import { importFailureText } from '../texts/import-failure.js'

/** Whether a site can conclude from the error's code that nothing was sent: a number of EIP-1193, EIP-5792 or JSON-RPC, or `UNAUTHORIZED`. */
const isRefusal = (error: unknown): boolean =>
  error instanceof FrameError && (typeof error.code === 'number' || error.code === 'UNAUTHORIZED')

function messageOf(error: unknown): string {
  if (error instanceof FrameError) return error.message
  return error instanceof StorageError ? t('noStorage') : (importFailureText(error) ?? t('failed'))
}

/**
 * Runs `send`, which must reject only if nothing was sent. Replaces errors of the gateway, the node and the browser by an error with the code
 * `NOT_SENT`, so that the site does not report an unknown result.
 */
export async function markNotSent<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send()
  } catch (error) {
    throw isRefusal(error) ? error : new FrameError('NOT_SENT', messageOf(error))
  }
}
