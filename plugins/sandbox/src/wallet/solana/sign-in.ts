import { array, type InferOutput, object, optional, pipe, regex, string } from 'valibot'

/** Text without line breaks and control characters, so that a site cannot add lines to the message. */
const line = pipe(string(), regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'Each sign-in field must be a single line.'))

/** Input of `solana:signIn`. */
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

/** Message of the Wallet Standard's `solana:signIn` (Sign-In With Solana, derived from EIP-4361). */
export function toSignInMessage(input: SignInInput): string {
  const { domain, address, statement, resources } = input
  const lines = [
    ...fields.flatMap(([name, key]) => (input[key] === undefined ? [] : `${name}: ${input[key]}`)),
    ...(resources ? ['Resources:', ...resources.map((resource) => `- ${resource}`)] : []),
  ]
  const head = `${domain} wants you to sign in with your Solana account:\n${address}`
  return [head, ...(statement ? [statement] : []), ...(lines.length > 0 ? [lines.join('\n')] : [])].join('\n\n')
}
