import { type FailurePayload, parseRequest, READY } from '../frame-messages.js'
import { StorageError } from './account/device.js'
import { FrameError } from './gateway.js'
import { acceptHost } from './handshake.js'
import { createRequests } from './requests/requests.js'
import { t } from './strings.js'

/** Script of the embedded wallet's frame. Serves one page through one channel. */
async function start(): Promise<void> {
  const { port, origin } = await acceptHost()
  const answer = createRequests(origin)
  const receivedIds = new Set<string>()
  port.onmessage = async ({ data }) => {
    const request = parseRequest(data)
    if (!request || receivedIds.has(request.id)) return // invalid, or a repeated id
    receivedIds.add(request.id)
    const name = request.type.slice('@w3m-app/'.length)
    const reply = (kind: 'SUCCESS' | 'ERROR', payload: unknown): void =>
      port.postMessage({ type: `@w3m-frame/${name}_${kind}`, id: request.id, payload })
    try {
      reply('SUCCESS', await answer(request))
    } catch (error) {
      reply('ERROR', toFailure(error))
    }
  }
  port.postMessage({ type: READY, payload: { version: '4' } })
}

/** Unexpected errors are reported without details: the message could contain a secret. */
function toFailure(error: unknown): FailurePayload {
  if (error instanceof StorageError) return { message: t('noStorage') }
  if (!(error instanceof FrameError)) return { message: t('failed') }
  const { code, message, retryInSeconds } = error
  return { code, message, ...(retryInSeconds !== undefined && { retryInSeconds }) }
}

void start()
