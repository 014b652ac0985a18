import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import * as v from 'valibot'
import { socialIds } from '../accounts/social/social-sources.js'
import { onRampFields, onRampProblems } from './onramp-config.js'
import { sourceFields, sourceProblems } from './sources-config.js'

/** Error in the configuration or the command. Printed without a stack trace. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

const NO_INTEGER = 'is not an integer'
const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text
const origin = v.pipe(v.string(), v.check(isOrigin, 'is not an origin such as "https://wallet.example"'))
/** Origin of a site, as in the header `Origin`. `*` stands for any port, or for the first labels of the host. */
const sitePattern = v.pipe(
  v.string(),
  v.regex(
    /^https?:\/\/(?:\*\.)?[a-z0-9.-]+(?::(?:\d{1,5}|\*))?$/,
    'is not an origin as browsers send it, such as "https://shop.example"',
  ),
)
const key = v.pipe(
  v.string(),
  v.regex(/^[\da-f]{64,}$/i, 'is not a key of 64 or more hexadecimal digits. Make one with the command "keys"'),
)
/** Whether the user and the password of a URL can be percent-decoded: each `%` begins an escape such as `%25`, and the bytes are UTF-8. */
function hasValidCredentials(text: string): boolean {
  if (!URL.canParse(text)) return true // refused by another check
  const { username, password } = new URL(text)
  try {
    for (const text of [username, password]) decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
const urlOf = (...protocols: readonly string[]) =>
  v.pipe(
    v.string(),
    v.check(
      (text) => URL.canParse(text) && protocols.includes(new URL(text).protocol),
      `is not a URL that begins with ${protocols.join(' or ')}//`,
    ),
    v.check(
      hasValidCredentials,
      'has a user or password with an invalid "%" sequence. Write the character "%" as "%25"',
    ),
  )

const store = v.variant('type', [
  v.strictObject({ type: v.literal('memory') }),
  v.strictObject({ type: v.literal('sqlite'), file: v.string() }),
  v.strictObject({ type: v.literal('redis'), url: urlOf('redis:', 'rediss:'), prefix: v.optional(v.string()) }),
  v.strictObject({
    type: v.literal('postgres'),
    url: urlOf('postgres:', 'postgresql:'),
    table: v.optional(
      v.pipe(
        v.string(),
        v.regex(
          /^[a-z_][a-z\d_]{0,50}$/,
          'is not a valid table name: use at most 51 of the characters a-z, 0-9 and _, and do not begin with a digit',
        ),
      ),
    ),
  }),
])
const mail = v.strictObject({
  url: urlOf('smtp:', 'smtps:'),
  from: v.pipe(v.string(), v.regex(/^[^\r\n]*@[^\r\n]+$/, 'is not a sender such as "Shop <login@shop.example>"')),
  allowPlain: v.optional(v.boolean(), false),
})
const chain = v.strictObject({
  chainId: v.pipe(v.number(), v.safeInteger(NO_INTEGER), v.minValue(1)),
  name: v.string(),
  symbol: v.string(),
  decimals: v.optional(v.pipe(v.number(), v.integer(NO_INTEGER), v.minValue(0), v.maxValue(36)), 18),
  rpcUrl: urlOf('http:', 'https:'),
})
const solanaChain = v.strictObject({
  caipNetworkId: v.pipe(
    v.string(),
    v.regex(/^solana:[-\w]{1,32}$/, 'is not a CAIP-2 id such as "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"'),
  ),
  name: v.string(),
  rpcUrl: urlOf('http:', 'https:'),
})
const listen = v.strictObject({
  host: v.optional(v.string(), '127.0.0.1'),
  port: v.optional(v.pipe(v.number(), v.integer(NO_INTEGER), v.minValue(0), v.maxValue(65_535)), 8787),
})

const socialClient = v.strictObject({
  clientId: v.pipe(v.string(), v.minLength(1, 'is empty')),
  clientSecret: v.exactOptional(v.pipe(v.string(), v.minLength(1, 'is empty'))),
})

const contract = v.custom<`0x${string}`>(
  (value) => typeof value === 'string' && /^0x[\da-f]{40}$/i.test(value),
  'is not the address of a contract',
)
const farcaster = v.strictObject({
  rpcUrl: urlOf('http:', 'https:'),
  relayUrl: v.exactOptional(origin),
  registry: v.exactOptional(contract),
})

const configSchema = v.strictObject({
  listen: v.optional(listen, {}),
  publicUrl: v.optional(origin),
  frameOrigin: v.optional(origin),
  allowedOrigins: v.pipe(v.array(sitePattern), v.minLength(1, 'is empty: add the origin of a site')),
  encryptionKey: v.optional(key),
  store: v.optional(store),
  mail: v.optional(mail),
  chains: v.optional(v.array(chain), []),
  solanaChains: v.optional(v.array(solanaChain), []),
  smartAccount: v.exactOptional(v.nullable(contract)),
  socials: v.optional(v.partial(v.strictObject(v.entriesFromList(socialIds, socialClient))), {}),
  farcaster: v.optional(farcaster),
  newBrowsers: v.optional(v.picklist(['code', 'link']), 'code'),
  approvals: v.optional(
    v.union(
      [v.picklist(['frame', 'window']), v.strictObject({ frame: v.array(sitePattern) })],
      'must be "frame", "window" or a list of origins: { "frame": ["https://shop.example"] }',
    ),
    'frame',
  ),
  sourcesModule: v.optional(v.string()),
  ...sourceFields,
  ...onRampFields,
})

type ParsedConfig = v.InferOutput<typeof configSchema>

/** Configuration of logins and the embedded wallet. */
export interface AccountsConfig {
  readonly frameOrigin: string
  readonly encryptionKey: string
  readonly mail: v.InferOutput<typeof mail>
}

/** Validated configuration; the fields are described in docs/self-hosting.md. Paths are absolute. */
export interface GatewayConfig extends Omit<ParsedConfig, keyof AccountsConfig | 'store'> {
  readonly store: v.InferOutput<typeof store>
  /** Absent if the gateway has public routes only. */
  readonly accounts: AccountsConfig | undefined
}
export type StoreConfig = GatewayConfig['store']
export type ChainConfig = ParsedConfig['chains'][number]

/**
 * Parses a configuration with paths relative to `folder`. Throws a `ConfigError` that lists the errors of all fields without their values.
 * Contradictions between fields are listed only if each field is valid.
 */
export function parseConfig(value: unknown, folder: string, env: NodeJS.ProcessEnv = process.env): GatewayConfig {
  const missing = new Set<string>()
  const result = v.safeParse(configSchema, withVariables(value, env, missing))
  const problems = result.success ? [] : result.issues.map(problemOf)
  const unset = [...missing].map((name) => `the environment variable ${name} is not set`)
  if (!result.success || unset.length > 0)
    throw new ConfigError([...unset, ...problems].map((problem) => `- ${problem}`).join('\n'))
  const { frameOrigin, encryptionKey, mail: sender, store: storeOption, ...config } = result.output
  const fieldProblems = [
    ...accountProblems(result.output),
    ...sourceProblems(result.output),
    ...onRampProblems(result.output),
  ]
  if (fieldProblems.length > 0) throw new ConfigError(fieldProblems.map((problem) => `- ${problem}`).join('\n'))
  const accounts = frameOrigin && encryptionKey && sender ? { frameOrigin, encryptionKey, mail: sender } : undefined
  const storeConfig =
    storeOption ??
    (accounts || config.onRamp ? { type: 'sqlite' as const, file: 'gateway.db' } : { type: 'memory' as const })
  const resolvedStore =
    storeConfig.type === 'sqlite' ? { ...storeConfig, file: resolve(folder, storeConfig.file) } : storeConfig
  return {
    ...config,
    accounts,
    store: resolvedStore,
    ...(config.sourcesModule && { sourcesModule: resolve(folder, config.sourcesModule) }),
  }
}

const accountFields = ['frameOrigin', 'encryptionKey', 'mail'] as const

/** Checks the fields of logins: logins need all of {@link accountFields}, and a gateway without logins needs `publicUrl`. */
function accountProblems(config: ParsedConfig): readonly string[] {
  const { publicUrl, frameOrigin, allowedOrigins } = config
  const missing = accountFields.filter((name) => config[name] === undefined)
  if (missing.length === accountFields.length)
    return publicUrl === undefined
      ? ['set "frameOrigin" or "publicUrl": without either of them, the gateway has no routes']
      : []
  const problems = missing.map((name) => `"${name}" is missing: logins require ${accountFields.join(', ')}`)
  if (config.chains.length === 0) problems.push('"chains" is empty: logins require at least one EVM network')
  if (publicUrl !== undefined && publicUrl === frameOrigin)
    problems.push('"publicUrl" and "frameOrigin" are the same origin. Give the wallet’s frame its own origin.')
  if (frameOrigin !== undefined && allowedOrigins.includes(frameOrigin))
    problems.push(
      '"allowedOrigins" contains "frameOrigin". A site on the wallet’s origin could read its keys: give the wallet’s frame its own origin.',
    )
  return problems
}

/** Reads and parses a JSON file. Rejects with a `ConfigError`. */
export async function readConfig(file: string, env?: NodeJS.ProcessEnv): Promise<GatewayConfig> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new ConfigError(`- ${file} cannot be read. Pass the path of the configuration: --config gateway.json`, {
      cause,
    })
  })
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new ConfigError(`- ${file} is not JSON.`, { cause })
  }
  return parseConfig(value, dirname(resolve(file)), env)
}

/** Scheme, user and password of a URL. */
const credentials = /^[a-z][a-z\d+.-]*:\/\/[^/?#@]*@/i

/**
 * Replaces `${NAME}` in strings by environment variables. In the user and the password of a URL, the values are percent-encoded. Adds the names of
 * unset and empty variables to `missing`.
 */
function withVariables(value: unknown, env: NodeJS.ProcessEnv, missing: Set<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => withVariables(item, env, missing))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withVariables(item, env, missing)]))
  if (typeof value !== 'string') return value
  const encodedLength = credentials.exec(value)?.[0].length ?? 0
  return value.replace(/\$\{(\w+)\}/g, (_, name: string, at: number) => {
    const text = env[name] ?? ''
    if (!text) missing.add(name)
    return at < encodedLength ? encodeURIComponent(text) : text
  })
}

/**
 * Text of a validation error, without the invalid value, which may be a secret. Does not use Valibot's default messages, because they contain the
 * value.
 */
function problemOf(issue: v.BaseIssue<unknown>): string {
  const path = v.getDotPath(issue)
  const field = path === null ? 'the configuration' : `"${path}"`
  if (issue.type === 'strict_object') {
    if (issue.expected === 'Object') return `${field} must be an object`
    return `${field} is ${issue.expected === 'never' ? 'unknown' : 'missing'}`
  }
  const hasOwnMessage = /^(check|custom|integer|min_length|regex|safe_integer|union)$/.test(issue.type)
  return `${field} ${hasOwnMessage ? issue.message : `must be ${issue.expected ?? 'another value'}`}`
}
