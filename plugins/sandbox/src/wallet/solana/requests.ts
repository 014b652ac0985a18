import {
  type BaseIssue,
  type BaseSchema,
  boolean,
  instance,
  number,
  object,
  optional,
  picklist,
  safeParse,
  string,
} from 'valibot'
import { badParams } from '../errors.js'

const account = object({ address: string() })
const commitment = optional(picklist(['processed', 'confirmed', 'finalized']))

export const messageSchema = object({ account, message: instance(Uint8Array) })

/** Input of `solana:signTransaction`, with a serialized transaction. */
export const transactionSchema = object({ account, transaction: instance(Uint8Array), chain: optional(string()) })

/** Input of `solana:signAndSendTransaction`. */
export const sendSchema = object({
  ...transactionSchema.entries,
  chain: string(),
  options: optional(
    object({
      preflightCommitment: commitment,
      skipPreflight: optional(boolean()),
      maxRetries: optional(number()),
      minContextSlot: optional(number()),
    }),
  ),
})

/** Parses a site's request to a feature. Throws -32602. */
export function read<T>(schema: BaseSchema<unknown, T, BaseIssue<unknown>>, input: unknown): T {
  const result = safeParse(schema, input)
  if (result.success) return result.output
  throw badParams(result.issues[0].message)
}
