import * as v from 'valibot'

type Id = string | number | null

const callSchema = v.object({
  jsonrpc: v.literal('2.0'),
  id: v.optional(v.union([v.string(), v.number(), v.null()])),
  method: v.string(),
  params: v.optional(v.unknown()),
})
type Call = v.InferOutput<typeof callSchema>

const repliesSchema = v.array(
  v.looseObject({
    id: v.number(),
    error: v.optional(v.looseObject({ code: v.optional(v.number()), message: v.string() })),
  }),
)

/**
 * Sends the valid calls of a JSON-RPC body to chopsticks with `send`, and answers invalid calls itself. Needed because chopsticks rejects a whole
 * batch for one invalid call, omits error codes, and never answers a request that contains only a notification. Resolves with the reply. The reply
 * is empty if the body contains only notifications.
 */
export async function withJsonRpc(body: string, send: (calls: string) => Promise<string>): Promise<string> {
  const request: unknown = JSON.parse(body)
  const entries: readonly unknown[] = Array.isArray(request) ? request : [request]
  const parsed = entries.map((entry) => v.safeParse(callSchema, entry))
  const parsedCalls = parsed.map(({ success, output }): Call | undefined => (success ? output : undefined))
  const calls = parsedCalls.flatMap((call, id) => (call && Array.isArray(call.params ?? []) ? [{ ...call, id }] : []))
  const replies = calls.length > 0 ? v.parse(repliesSchema, JSON.parse(await send(JSON.stringify(calls)))) : []

  const answers = parsedCalls.flatMap((call, at): readonly object[] => {
    if (!call) return [refusal(null, -32600, 'Invalid request: not a call of JSON-RPC 2.0.')]
    if (call.id === undefined) return []
    const reply = replies.find(({ id }) => id === at)
    if (!reply) return [refusal(call.id, -32602, 'Invalid params: "params" must be a list.')]
    const { error, ...rest } = reply
    return [{ ...rest, jsonrpc: '2.0', id: call.id, ...(error && { error: { code: codeOf(error), ...error } }) }]
  })
  if (answers.length === 0) return ''
  return JSON.stringify(Array.isArray(request) ? answers : answers[0])
}

/** Error code for an error without a code: method not found, or server error. */
const codeOf = ({ message }: { readonly message: string }): number =>
  message.startsWith('Method not found') ? -32601 : -32000

const refusal = (id: Id, code: number, message: string): object => ({ jsonrpc: '2.0', id, error: { code, message } })
