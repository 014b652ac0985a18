import * as v from 'valibot'
import type { Fault } from '../faults.js'
import type { Engine } from './engine.js'

const callSchema = v.looseObject({ method: v.string(), id: v.optional(v.union([v.string(), v.number(), v.null()])) })

const entriesOf = (body: string): { readonly isBatch: boolean; readonly entries: readonly unknown[] } => {
  const message: unknown = JSON.parse(body)
  return Array.isArray(message) ? { isBatch: true, entries: message } : { isBatch: false, entries: [message] }
}

const appliesTo = ({ method }: Fault, entry: unknown): boolean => {
  const call = v.safeParse(callSchema, entry)
  return call.success && (method === undefined || call.output.method === method)
}

/** Whether a JSON-RPC body contains a call of the fault's method (any call if the fault has no method). */
export const hasMatchingCall = (fault: Fault, body: string): boolean =>
  entriesOf(body).entries.some((entry) => appliesTo(fault, entry))

/**
 * Replies to each call in a JSON-RPC body: with the fault's error if the fault applies to the call, else with the engine's reply. Call it only if
 * {@link hasMatchingCall} is `true`.
 */
export async function applyCallErrors(
  fault: Fault,
  { body, engine }: { readonly body: string; readonly engine: Engine },
): Promise<string> {
  const { isBatch, entries } = entriesOf(body)
  const others = entries.filter((entry) => !appliesTo(fault, entry))
  const engineReply = others.length > 0 ? await engine.request(JSON.stringify(others)) : ''
  const errorReplies = entries.flatMap((entry) => {
    const call = appliesTo(fault, entry) ? v.parse(callSchema, entry) : undefined
    return call?.id === undefined ? [] : [JSON.stringify({ jsonrpc: '2.0', id: call.id, error: fault.error })]
  })
  if (!isBatch) return errorReplies.join('')
  // keeps the engine's original text, so that large numbers stay exact
  const content = engineReply.trim().replace(/^\[|\]$/g, '')
  const replies = [...(content === '' ? [] : [content]), ...errorReplies]
  return replies.length === 0 ? '' : `[${replies.join(',')}]`
}
