import * as v from 'valibot'

const failure = v.object({
  code: v.string(),
  message: v.string(),
  reason: v.optional(v.string()),
  retryInSeconds: v.optional(v.number()),
})
const failureReply = v.object({ error: failure })

/** 4xx statuses of proxies for a connection that timed out or was closed, perhaps after the request was forwarded. */
const ENDED_AFTER_FORWARDING: ReadonlySet<number> = new Set([408, 460, 499])

/**
 * Reads the gateway's error from a failed response. If the body contains no such error:
 * - Status 5xx, 408, 460 or 499: the gateway may have executed the request. Returns `FAULT`, or rejects if the body is not JSON.
 * - Other status: returns `REFUSED`, because a proxy has refused the request.
 */
export async function readFailure(response: Response): Promise<v.InferOutput<typeof failure>> {
  const isRefused = response.status < 500 && !ENDED_AFTER_FORWARDING.has(response.status)
  const body: unknown = await response.json().catch((error: unknown) => {
    if (!isRefused) throw error
  })
  const { success, output } = v.safeParse(failureReply, body)
  if (success) return output.error
  return isRefused
    ? { code: 'REFUSED', message: 'The server refused the request. Try again later.' }
    : { code: 'FAULT', message: 'An error occurred' }
}
