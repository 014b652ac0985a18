import {
  array,
  boolean,
  type GenericSchema,
  getDotPath,
  type InferOutput,
  integer,
  minValue,
  number,
  object,
  optional,
  picklist,
  pipe,
  record,
  safeParse,
  string,
} from 'valibot'
import { badParams } from '../errors.js'

const index = pipe(number(), integer(), minValue(0))

export const messageRequest = object({
  address: string(),
  message: string(),
  protocol: optional(picklist(['ECDSA', 'BIP322'])),
})

export const psbtRequest = object({
  /** In base64. */
  psbt: string(),
  /** Indexes of the inputs that each address signs. Absent: all inputs that spend from an account of the wallet. */
  signInputs: optional(record(string(), array(index))),
  /** Whether the wallet also sends the transaction to the network. Default: no. */
  broadcast: optional(boolean()),
})
export type PsbtRequest = InferOutput<typeof psbtRequest>

/** Validates a page's request. Throws -32602 with the path of the invalid field. */
export function read<S extends GenericSchema>(schema: S, request: unknown): InferOutput<S> {
  const parsed = safeParse(schema, request)
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  throw badParams(`"${getDotPath(issue) ?? 'request'}": ${issue.message}`)
}
