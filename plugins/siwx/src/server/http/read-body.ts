import { Refusal } from './refusal.js'

const MAX_BODY_LENGTH = 40_000

/**
 * Parses a JSON body. Rejects with `BAD_REQUEST` if the body is longer than 40,000 bytes or not valid JSON. Also rejects content types other than
 * `application/json`, because a form on another site can send them without a CORS preflight.
 */
export async function readBody(request: Request): Promise<Readonly<Record<string, unknown>>> {
  const length = Number(request.headers.get('content-length') ?? 0)
  if (!/^application\/json\b/.test(request.headers.get('content-type') ?? '') || length > MAX_BODY_LENGTH)
    throw new Refusal('BAD_REQUEST', 'Send JSON of at most 40,000 bytes.')
  try {
    return Object(JSON.parse(await textOf(request)))
  } catch (cause) {
    throw new Refusal('BAD_REQUEST', 'Send JSON of at most 40,000 bytes.', { cause })
  }
}

/** Reads at most {@link MAX_BODY_LENGTH} bytes. Rejects longer bodies, because the length in the header may be wrong or missing. */
async function textOf({ body }: Request): Promise<string> {
  const reader = body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (let length = 0; ; ) {
    const { done, value } = (await reader?.read()) ?? { done: true }
    if (done) return text + decoder.decode()
    length += value.length
    if (length > MAX_BODY_LENGTH) {
      reader?.cancel().catch(() => null) // the sender may have closed the connection
      throw new Error('too long')
    }
    text += decoder.decode(value, { stream: true })
  }
}
