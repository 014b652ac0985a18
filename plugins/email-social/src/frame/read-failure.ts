import * as v from 'valibot'

const failure = v.object({
  code: v.string(),
  message: v.string(),
  reason: v.optional(v.string()),
  retryInSeconds: v.optional(v.number()),
})
const failureReply = v.object({ error: failure })

/**
 * Failure in an error response of the gateway. `REFUSED`: the status is 4xx, and the body is not the gateway's, so a proxy has refused the request
 * without forwarding it. Rejects if the status is 5xx and the body is not JSON: the gateway may have executed the request.
 */
export async function readFailure(response: Response): Promise<v.InferOutput<typeof failure>> {
  const isRefused = response.status < 500
  const body: unknown = await response.json().catch((error: unknown) => {
    if (!isRefused) throw error
  })
  const { success, output } = v.safeParse(failureReply, body)
  if (success) return output.error
  return isRefused
    ? { code: 'REFUSED', message: 'The server refused the request. Try again later.' }
    : { code: 'FAULT', message: 'An error occurred' }
}
