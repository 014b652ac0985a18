import {
  type BaseIssue,
  type BaseSchema,
  type InferOutput,
  literal,
  nullish,
  object,
  picklist,
  pipe,
  regex,
  safeParse,
  string,
  transform,
} from 'valibot'
import { badParams } from '../errors.js'

const hex = pipe(string(), regex(/^0x([\da-f]{2})*$/i))
const hash = pipe(string(), regex(/^0x[\da-f]{64}$/i))
/** Number of at most 128 bits in hex, big-endian. */
const quantity = pipe(
  string(),
  regex(/^0x[\da-f]{1,32}$/i),
  transform((text) => BigInt(text)),
)

/** Message to sign (`SignerPayloadRaw` of @polkadot/api). */
export const rawSchema = object({
  address: string(),
  data: hex,
  type: nullish(picklist(['bytes', 'payload']), 'bytes'),
})

/** Transaction to sign (`SignerPayloadJSON` of @polkadot/api). */
export const payloadSchema = object({
  address: string(),
  /** Asset that pays the fee. Absent: the native coin. */
  assetId: nullish(string()),
  blockHash: hash,
  era: hex,
  genesisHash: hash,
  /** Digest of the metadata (Polkadot's RFC 78), signed if `mode` is 1. */
  metadataHash: nullish(hash),
  /** The call in SCALE. */
  method: hex,
  mode: nullish(picklist([0, 1]), 0),
  nonce: quantity,
  specVersion: quantity,
  tip: quantity,
  transactionVersion: quantity,
  version: literal(4),
})
export type Payload = InferOutput<typeof payloadSchema>

/** Parses a site's signing request. Throws -32602. */
export function read<T>(schema: BaseSchema<unknown, T, BaseIssue<unknown>>, input: unknown): T {
  const result = safeParse(schema, input)
  if (result.success) return result.output
  const [issue] = result.issues
  throw badParams(`${issue.path?.map(({ key }) => key).join('.') ?? 'The request'}: ${issue.message}`)
}
