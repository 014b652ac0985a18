import { array, type InferOutput, literal, object, optional, pipe, regex, safeParse, string, tuple } from 'valibot'
import { stringToHex } from 'viem'
import { createSiweMessage } from 'viem/siwe'
import { badParams } from '../errors.js'
import type { Eip155WalletOptions, WalletSession } from './wallet-session.js'

/** Text without line breaks and control characters, so that a site cannot add lines to the message. */
const line = pipe(string(), regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'Each sign-in field must be a single line.'))
const time = pipe(line, regex(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/, 'Times must be in UTC, such as 2030-01-31T12:00:00Z.'))

const signInSchema = object({
  nonce: line,
  chainId: pipe(string(), regex(/^0x[\da-f]{1,14}$/i)),
  version: optional(literal('1'), '1'),
  domain: optional(line),
  uri: optional(line),
  statement: optional(line),
  issuedAt: optional(time),
  expirationTime: optional(time),
  notBefore: optional(time),
  requestId: optional(line),
  resources: optional(array(line)),
})
const paramsSchema = tuple([
  object({
    version: optional(literal('1'), '1'),
    capabilities: optional(object({ signInWithEthereum: optional(signInSchema) }), {}),
  }),
])

type SignInFields = InferOutput<typeof signInSchema>

const dateOf = (text: string | undefined): Date | undefined => (text === undefined ? undefined : new Date(text))

/** Sign-in message (EIP-4361). Throws -32602 if the domain is not the page's host. */
function toSignInMessage(fields: SignInFields, address: string, host: string): string {
  const { chainId, domain = host, uri = `https://${host}`, issuedAt, expirationTime, notBefore, ...rest } = fields
  if (domain !== host) throw badParams(`The page is ${host}, not ${domain}.`)
  return createSiweMessage({
    ...rest,
    address: address as `0x${string}`,
    chainId: Number(chainId),
    domain,
    uri,
    issuedAt: dateOf(issuedAt),
    expirationTime: dateOf(expirationTime),
    notBefore: dateOf(notBefore),
  })
}

/** ERC-7846 `wallet_connect` with the capability `signInWithEthereum`: connects, and signs a sign-in message with the same approval. */
export async function connectWithSignIn(
  session: WalletSession,
  { host, walletStorage }: Eip155WalletOptions,
  params: readonly unknown[],
): Promise<unknown> {
  const parsed = safeParse(paramsSchema, params)
  if (!parsed.success) throw badParams(parsed.issues[0].message)
  const fields = parsed.output[0].capabilities.signInWithEthereum
  if (!fields)
    throw badParams('The sandbox wallet supports wallet_connect only with the capability signInWithEthereum.')
  const signer = await session.signer()
  const [address = '', ...more] = signer.addresses
  const message = toSignInMessage(fields, address, host)
  await session.approve({ kind: 'signIn', address, facts: [], payload: message })
  walletStorage.set({ connected: true })
  session.events.emit('accountsChanged', await session.accounts())
  const signature = await signer.signMessage(address, stringToHex(message))
  return {
    accounts: [
      { address, capabilities: { signInWithEthereum: { message, signature } } },
      ...more.map((one) => ({ address: one, capabilities: {} })),
    ],
  }
}
