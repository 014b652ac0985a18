import { type FailurePayload, type FrameRequest, parseRequest, readRequestHead } from '../frame-messages.js'
import { StorageError } from './account/device.js'
import { FrameError } from './gateway.js'
import { t } from './strings.js'
import { importFailureText } from './texts/import-failure.js'

const invalidRequest = (): FrameError => new FrameError(-32_602, 'The request is not valid.')

/** Replies to the requests that arrive on a port. Ignores repeated ids, and messages without a valid type and id. */
export function serveRequests(port: MessagePort, answer: (request: FrameRequest) => Promise<unknown>): void {
  const receivedIds = new Set<string>()
  port.onmessage = async ({ data }) => {
    const head = readRequestHead(data)
    if (!head || receivedIds.has(head.id)) return
    const { type, id } = head
    receivedIds.add(id)
    const reply = (kind: 'SUCCESS' | 'ERROR', payload: unknown): void =>
      port.postMessage({ type: `@w3m-frame/${type.slice('@w3m-app/'.length)}_${kind}`, id, payload })
    try {
      const request = parseRequest(data)
      if (!request) throw invalidRequest()
      reply('SUCCESS', await answer(request))
    } catch (error) {
      reply('ERROR', toFailure(error))
    }
  }
}

/** Unexpected errors are reported without details: the message could contain a secret. */
function toFailure(error: unknown): FailurePayload {
  if (error instanceof StorageError) return { message: t('noStorage') }
  if (!(error instanceof FrameError)) return { message: importFailureText(error) ?? t('failed') }
  const { code, message, retryInSeconds, reason } = error
  return {
    ...{ code, message },
    ...(retryInSeconds !== undefined && { retryInSeconds }),
    ...(reason !== undefined && { reason }),
  }
}
