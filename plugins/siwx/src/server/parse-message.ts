import type { SignInMessage } from '../contract.js'
import { familyNames, formatSignInMessage } from '../message.js'
import { parseTime } from './time.js'

/** Longer ones are no message of ours. */
const MAX_LENGTH = 8000

const host = String.raw`(?:\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9](?:[-A-Za-z0-9.]*[A-Za-z0-9])?)(?::\d{1,5})?`
const uri = String.raw`[A-Za-z][-A-Za-z0-9+.]*:(?:[-A-Za-z0-9._~:/?#@!$&'()*+,;=[\]]|%[0-9A-Fa-f]{2})+`
const header = new RegExp(`^(${host}) wants you to sign in with your ([A-Z][a-z]+) account:$`)
const addresses: Readonly<Record<string, RegExp>> = {
  eip155: /^0x[0-9a-fA-F]{40}$/,
  solana: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
  polkadot: /^[1-9A-HJ-NP-Za-km-z]{40,64}$/,
  bip122: /^[0-9A-Za-z]{25,90}$/,
}
const references: Readonly<Record<string, RegExp>> = { eip155: /^[1-9]\d{0,31}$/ }
const fields = {
  // reserved and unreserved characters of RFC 3986, and blanks
  statement: /^[-A-Za-z0-9._~:/?#[\]@!$&'()*+,;= ]+$/,
  uri: new RegExp(`^${uri}$`),
  reference: /^[-_a-zA-Z0-9]{1,32}$/,
  nonce: /^[A-Za-z0-9]{8,256}$/,
  requestId: /^(?:[-A-Za-z0-9._~!$&'()*+,;=:@]|%[0-9A-Fa-f]{2})*$/,
}

const isUri = (text: string): boolean => fields.uri.test(text) && (text.match(/#/g)?.length ?? 0) <= 1
const isTime = (text: string): boolean => parseTime(text) !== undefined

/** Reads line after line; what is not as expected ends it. */
class Lines {
  readonly #lines: readonly string[]
  #at = 0

  constructor(text: string) {
    this.#lines = text.split('\n')
  }
  get isAtEnd(): boolean {
    return this.#at === this.#lines.length
  }
  peek(): string | undefined {
    return this.#lines[this.#at]
  }
  next(fits: (line: string) => boolean): string {
    const line = this.peek()
    if (line === undefined || !fits(line)) throw new Error(`line ${this.#at + 1} is not as it should be`)
    this.#at++
    return line
  }
  field(name: string, fits: (value: string) => boolean): string {
    const start = `${name}: `
    return this.next((line) => line.startsWith(start) && fits(line.slice(start.length))).slice(start.length)
  }
  optional(name: string, fits: (value: string) => boolean): string | undefined {
    return this.peek()?.startsWith(`${name}:`) ? this.field(name, fits) : undefined
  }
}

function read(text: string): SignInMessage {
  const lines = new Lines(text)
  const [, domain = '', family = ''] = header.exec(lines.next((line) => header.test(line))) ?? []
  const namespace = Object.keys(familyNames).find((one) => familyNames[one] === family)
  const form = namespace ? addresses[namespace] : undefined
  if (!namespace || !form) throw new Error(`"${family}" is no chain family`)
  const address = lines.next((line) => form.test(line))
  lines.next((line) => line === '')
  const statement = lines.peek() === '' ? undefined : lines.next((line) => fields.statement.test(line))
  lines.next((line) => line === '')
  const target = lines.field('URI', isUri)
  lines.field('Version', (value) => value === '1')
  const reference = lines.field('Chain ID', (value) => (references[namespace] ?? fields.reference).test(value))
  const nonce = lines.field('Nonce', (value) => fields.nonce.test(value))
  const issuedAt = lines.field('Issued At', isTime)
  const expirationTime = lines.optional('Expiration Time', isTime)
  const notBefore = lines.optional('Not Before', isTime)
  const requestId = lines.optional('Request ID', (value) => fields.requestId.test(value))
  const resources: string[] = []
  const hasResources = lines.peek() === 'Resources:'
  if (hasResources) {
    lines.next(() => true)
    while (!lines.isAtEnd) resources.push(lines.next((line) => line.startsWith('- ') && isUri(line.slice(2))).slice(2))
  }
  if (!lines.isAtEnd) throw new Error('there is more than a message')
  return {
    domain,
    address,
    caipNetworkId: `${namespace}:${reference}`,
    uri: target,
    nonce,
    issuedAt,
    ...(statement !== undefined && { statement }),
    ...(expirationTime !== undefined && { expirationTime }),
    ...(notBefore !== undefined && { notBefore }),
    ...(requestId !== undefined && { requestId }),
    ...(hasResources && { resources }),
  }
}

/**
 * Reads a sign-in message back, strictly by the grammar of EIP-4361: what is accepted is letter by letter what {@link formatSignInMessage} writes
 * of the result. Throws for anything else. The checksum of the address is looked at with the signature.
 */
export function parseSignInMessage(text: string): SignInMessage {
  if (typeof text !== 'string' || text.length > MAX_LENGTH) throw new Error('This is no sign-in message.')
  const message = read(text)
  if (formatSignInMessage(message) !== text) throw new Error('This is no sign-in message.')
  return message
}
