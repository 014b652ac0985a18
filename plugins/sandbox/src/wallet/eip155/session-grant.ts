import {
  array,
  type InferOutput,
  integer,
  literal,
  minLength,
  number,
  object,
  optional,
  pipe,
  record,
  regex,
  string,
  unknown,
} from 'valibot'
import { stringToHex } from 'viem'

const hexAddress = pipe(string(), regex(/^0x[\da-fA-F]{40}$/))

/** Request of `wallet_grantPermissions` (an earlier draft of ERC-7715). The only supported signer is an account address. */
export const grantSchema = object({
  chainId: pipe(string(), regex(/^0x[\da-f]{1,14}$/i)),
  address: optional(hexAddress),
  /** Seconds since 1970. */
  expiry: pipe(number(), integer()),
  signer: object({ type: literal('account'), data: object({ address: hexAddress }) }),
  permissions: pipe(array(object({ type: string(), data: record(string(), unknown()) })), minLength(1)),
})
type Grant = InferOutput<typeof grantSchema>

interface GrantContext {
  /** CAIP-10. */
  readonly account: string
  /** Host of the requesting page. */
  readonly host: string
}

/** JSON text that the account signs. The sandbox's server needs the text and its signature to register the smart session. */
export const grantMessage = ({ signer, permissions, expiry }: Grant, { account, host }: GrantContext): string =>
  JSON.stringify(
    {
      ...{ account, signer: signer.data.address, permissions, expiry },
      ...{ project: { name: host }, timestamp: Date.now() },
    },
    null,
    2,
  )

/** Permission context (ERC-7715): message and signature, in the format that the sandbox's server expects. */
export async function contextOf(message: string, sign: (raw: `0x${string}`) => Promise<string>): Promise<string> {
  const signature = await sign(stringToHex(message))
  return stringToHex(JSON.stringify({ message, signature }))
}
