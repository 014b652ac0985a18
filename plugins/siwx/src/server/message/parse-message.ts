import type { SignInMessage } from '../../contract.js'
import { formatSignInMessage, type MessageLayout } from '../../message.js'
import { ownFamilies } from '../families/families.js'
import type { SignInFamily } from '../families/sign-in-family.js'
import { parseTime } from './time.js'

/** Upper bound on the length of a message. */
const MAX_LENGTH = 8000

const host = String.raw`(?:\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9](?:[-A-Za-z0-9.]*[A-Za-z0-9])?)(?::\d{1,5})?`
const uri = String.raw`[A-Za-z][-A-Za-z0-9+.]*:(?:[-A-Za-z0-9._~:/?#@!$&'()*+,;=[\]]|%[0-9A-Fa-f]{2})+`
const header = new RegExp(`^(${host}) wants you to sign in with your ([A-Z][A-Za-z0-9]{1,31}) account:$`)
/** Characters of a CAIP-10 address. */
const ADDRESS = /^[-.%a-zA-Z0-9]{1,128}$/
const fields = {
  // reserved and unreserved characters of RFC 3986, and spaces
  statement: /^[-A-Za-z0-9._~:/?#[\]@!$&'()*+,;= ]+$/,
  uri: new RegExp(`^${uri}$`),
  reference: /^[-_a-zA-Z0-9]{1,32}$/,
  nonce: /^[A-Za-z0-9]{8,256}$/,
  requestId: /^(?:[-A-Za-z0-9._~!$&'()*+,;=:@]|%[0-9A-Fa-f]{2})*$/,
}

const isUri = (text: string): boolean => fields.uri.test(text) && (text.match(/#/g)?.length ?? 0) <= 1
const isTime = (text: string): boolean => parseTime(text) !== undefined

/** Reads a text line by line; throws if a line is invalid. */
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
  next(isValid: (line: string) => boolean): string {
    const line = this.peek()
    if (line === undefined || !isValid(line)) throw new Error(`line ${this.#at + 1} is invalid`)
    this.#at++
    return line
  }
  field(name: string, isValid: (value: string) => boolean): string {
    const start = `${name}: `
    return this.next((line) => line.startsWith(start) && isValid(line.slice(start.length))).slice(start.length)
  }
  optional(name: string, isValid: (value: string) => boolean): string | undefined {
    return this.peek()?.startsWith(`${name}:`) ? this.field(name, isValid) : undefined
  }
}

interface ParsedMessage {
  readonly message: SignInMessage
  /** Family named in the first line. */
  readonly family: SignInFamily
  readonly layout: MessageLayout
}

/** Reads the statement and the blank line after it. */
function readStatement(lines: Lines, { walletStandardChains }: SignInFamily): [string | undefined, MessageLayout] {
  if (walletStandardChains && lines.peek()?.startsWith('URI: ')) return [undefined, { isCompact: true }]
  const statement = lines.peek() === '' ? undefined : lines.next((line) => fields.statement.test(line))
  lines.next((line) => line === '')
  return [statement, {}]
}

function parseLines(text: string, families: readonly SignInFamily[]): ParsedMessage {
  const lines = new Lines(text)
  const [, domain = '', name = ''] = header.exec(lines.next((line) => header.test(line))) ?? []
  const family = families.find((candidate) => candidate.name === name)
  if (!family) throw new Error(`"${name}" is not a chain family`)
  const { namespace } = family
  const address = lines.next((line) => ADDRESS.test(line) && family.isAddress(line))
  lines.next((line) => line === '')
  const [statement, layout] = readStatement(lines, family)
  const target = lines.field('URI', isUri)
  lines.field('Version', (value) => value === '1')
  const chainId = lines.field(
    'Chain ID',
    (value) => fields.reference.test(value) && family.isReference?.(value) !== false,
  )
  const referencesByName = new Map(Object.entries(family.walletStandardChains ?? {}))
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
  if (!lines.isAtEnd) throw new Error('there is text after the message')
  const message = {
    domain,
    address,
    caipNetworkId: `${namespace}:${referencesByName.get(chainId) ?? chainId}`,
    uri: target,
    nonce,
    issuedAt,
    ...(statement !== undefined && { statement }),
    ...(expirationTime !== undefined && { expirationTime }),
    ...(notBefore !== undefined && { notBefore }),
    ...(requestId !== undefined && { requestId }),
    ...(hasResources && { resources }),
  }
  return { message, family, layout: { ...layout, chainId } }
}

/**
 * Parses a sign-in message strictly by the grammar of EIP-4361: accepts exactly the texts that {@link formatSignInMessage} writes. For families with
 * `walletStandardChains`, such as Solana, also accepts the layout of the Wallet Standard. Throws for anything else. Does not check the address
 * checksum.
 */
export function parseSignInMessage(text: string, families: readonly SignInFamily[] = ownFamilies): SignInMessage {
  if (typeof text !== 'string' || text.length > MAX_LENGTH) throw new Error('This is not a sign-in message.')
  const { message, family, layout } = parseLines(text, families)
  if (formatSignInMessage(message, family.name, layout) !== text) throw new Error('This is not a sign-in message.')
  return message
}
