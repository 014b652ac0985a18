import { array, type InferOutput, object, optional, pipe, regex, string } from 'valibot'

/** One line: a line break would let a site write fields of its own. */
const line = pipe(string(), regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'Sign-in fields are single lines.'))

/** The input of `solana:signIn`. */
export const signInSchema = object({
  domain: optional(line),
  address: optional(line),
  statement: optional(line),
  uri: optional(line),
  version: optional(line),
  chainId: optional(line),
  nonce: optional(line),
  issuedAt: optional(line),
  expirationTime: optional(line),
  notBefore: optional(line),
  requestId: optional(line),
  resources: optional(array(line)),
})

type SignInInput = InferOutput<typeof signInSchema> & { readonly domain: string; readonly address: string }

const fields = [
  ['URI', 'uri'],
  ['Version', 'version'],
  ['Chain ID', 'chainId'],
  ['Nonce', 'nonce'],
  ['Issued At', 'issuedAt'],
  ['Expiration Time', 'expirationTime'],
  ['Not Before', 'notBefore'],
  ['Request ID', 'requestId'],
] as const

/** The text of a sign-in as the Wallet Standard's `solana:signIn` lays it down (Sign-In With Solana, after EIP-4361). */
export function toSignInMessage(input: SignInInput): string {
  const { domain, address, statement, resources } = input
  const lines = [
    ...fields.flatMap(([name, key]) => (input[key] === undefined ? [] : `${name}: ${input[key]}`)),
    ...(resources ? ['Resources:', ...resources.map((resource) => `- ${resource}`)] : []),
  ]
  const head = `${domain} wants you to sign in with your Solana account:\n${address}`
  return [head, ...(statement ? [statement] : []), ...(lines.length > 0 ? [lines.join('\n')] : [])].join('\n\n')
}
