import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { optionalPackages } from '../optional-package.js'
import { ConfigError, parseConfig } from './config.js'
import { createLog, urlSecrets } from './log.js'

const key = 'c0ffee'.repeat(11)
const good = {
  frameOrigin: 'https://wallet.example',
  allowedOrigins: ['https://shop.example', 'https://*.shop.example'],
  encryptionKey: `\${GATEWAY_KEY}`,
  mail: { url: `smtps://shop:\${MAIL_PASSWORD}@mail.example`, from: 'Shop <login@shop.example>' },
  chains: [{ chainId: 1, name: 'Ethereum', symbol: 'ETH', rpcUrl: 'https://rpc.example' }],
}
const env = { GATEWAY_KEY: key, MAIL_PASSWORD: 'hunter2' }

describe('a configuration', () => {
  it('reads secrets from the environment, and has defaults', () => {
    const config = parseConfig(good, '/srv', env)
    expect(config).toMatchObject({
      accounts: { encryptionKey: key, mail: { url: 'smtps://shop:hunter2@mail.example', allowPlain: false } },
      store: { type: 'sqlite', file: '/srv/gateway.db' },
      listen: { host: '127.0.0.1', port: 8787 },
    })
  })

  it('accepts passwords with any characters in URLs, and variables that contain a whole URL', () => {
    const secret = 'p@ss/w:r#d %41?'
    const url = (text: string) => {
      const { accounts } = parseConfig({ ...good, mail: { ...good.mail, url: text } }, '/srv', {
        ...env,
        SECRET: secret,
        URL: 'smtps://a:b%40c@mail.example',
      })
      return new URL(accounts?.mail.url ?? '')
    }
    const { hostname, username, password } = url(`smtps://\${SECRET}:\${SECRET}@mail.example:465`)
    expect([hostname, decodeURIComponent(username), decodeURIComponent(password)]).toEqual([
      'mail.example',
      secret,
      secret,
    ])
    expect(url(`\${URL}`).password).toBe('b%40c')
  })

  it.each([
    ['an environment variable that is not set', {}, {}, 'environment variable GATEWAY_KEY is not set'],
    [
      'a password with an unencoded percent sign',
      { mail: { ...good.mail, url: 'smtps://shop:100%@mail.example' } },
      env,
      '"mail.url" has a user or password with an invalid "%" sequence',
    ],
    [
      'a user whose percent-encoding is completed only by the password',
      { mail: { ...good.mail, url: 'smtps://%C3:%A9@mail.example' } },
      env,
      '"mail.url" has a user or password with an invalid "%" sequence',
    ],
    ['a short key', { encryptionKey: 'secret-but-short' }, env, '"encryptionKey" is not a key of 64'],
    ['an origin with a path', { frameOrigin: 'https://wallet.example/' }, env, '"frameOrigin" is not an origin'],
    [
      'an empty list of allowed origins',
      { allowedOrigins: [] },
      env,
      '"allowedOrigins" is empty: add the origin of a site',
    ],
    ['a wildcard for all origins', { allowedOrigins: ['*'] }, env, '"allowedOrigins.0" is not an origin'],
    ['a misspelt field', { allowedOrigin: [] }, env, /"allowedOrigin" is unknown$/m],
    ['a number in place of an object', { mail: 5 }, env, '"mail" must be an object'],
    ['a mail without a sender', { mail: { url: 'smtp://mail.example' } }, env, /"mail.from" is missing$/m],
    ['an invalid contract', { smartAccount: '0x12' }, env, '"smartAccount" is not the address of a contract'],
    [
      'a chain id that is not an integer',
      { chains: [{ ...good.chains[0], chainId: 1.5 }] },
      env,
      '"chains.0.chainId" is not an integer',
    ],
    ['an empty client id', { socials: { google: { clientId: '' } } }, env, '"socials.google.clientId" is empty'],
    [
      'logins with Solana only',
      { chains: [], solanaChains: [{ caipNetworkId: 'solana:a', name: 'Solana', rpcUrl: 'https://solana.example' }] },
      env,
      '"chains" is empty: logins require at least one EVM network',
    ],
    ['a missing field', { mail: undefined }, env, '"mail" is missing'],
    ['a source of prices without publicUrl', { prices: 'defillama' }, env, '"prices" requires "publicUrl"'],
    [
      'a module of sources without publicUrl',
      { sourcesModule: './sources.mjs' },
      env,
      '"sourcesModule" requires "publicUrl"',
    ],
    [
      'balances without history',
      { publicUrl: 'https://api.example', balances: 'blockscout' },
      env,
      'set both "balances" and "history"',
    ],
    [
      'certified wallets without a catalogue',
      { certifiedWallets: ['rabby'] },
      env,
      '"certifiedWallets" requires "catalogue"',
    ],
    ['an unknown source', { catalogue: 'explorer' }, env, '"catalogue" '],
    ['a WebSocket URL of a node', { rpc: { 'eip155:1': 'ws://node.example' } }, env, '"rpc.eip155:1" '],
    [
      'a number as the node of a chain',
      { rpc: { 'eip155:1': 8545 } },
      env,
      '"rpc.eip155:1" must be a URL that begins with http:// or https://, or a list of such URLs',
    ],
    ['a node of a chain without a CAIP-2 id', { rpc: { mainnet: 'https://node.example' } }, env, '"rpc.mainnet" '],
    ['an unknown store', { store: { type: 'mysql' } }, env, '"store.type" '],
    [
      'a table name with a special character',
      { store: { type: 'postgres', url: 'postgres://db', table: 'a;b' } },
      env,
      '"store.table" ',
    ],
    ['a store without its URL', { store: { type: 'redis' } }, env, '"store.url" '],
    ['routes on the origin of the wallet frame', { publicUrl: 'https://wallet.example' }, env, 'are the same origin'],
    [
      'a site on the origin of the wallet frame',
      { allowedOrigins: [good.frameOrigin] },
      env,
      '"allowedOrigins" contains "frameOrigin"',
    ],
    ['an unknown login service', { socials: { myspace: { clientId: 'a' } } }, env, '"socials.myspace" is unknown'],
    ['a login service without a client id', { socials: { google: {} } }, env, '"socials.google.clientId" '],
    ['purchases without publicUrl', { onRamp: { meld: { apiKey: 'a:b' } } }, env, '"onRamp" requires "publicUrl"'],
    [
      'an invalid Coinbase key',
      { publicUrl: 'https://pay.example', onRamp: { coinbase: { keyId: 'a', keySecret: 'hunter3' } } },
      env,
      '"onRamp.coinbase.keySecret" is neither',
    ],
    ['an unknown place of approvals', { approvals: 'popup' }, env, '"approvals" must be "frame", "window" or a list'],
    [
      'a path in the list of approvals',
      { approvals: { frame: ['https://shop.example/a'] } },
      env,
      '"approvals.frame.0" is not an origin',
    ],
    ['an invalid proxy address', { proxy: { addresses: ['10.0.0.0/33'] } }, env, '"proxy.addresses.0" is not an IP'],
    [
      'a line break in the mail sender',
      { mail: { ...good.mail, from: 'a@b.example\nBcc: c@d.example' } },
      env,
      '"mail.from" ',
    ],
  ])('with %s is rejected', (_, change, variables, message) => {
    expect(() => parseConfig({ ...good, ...change }, '/srv', variables)).toThrow(message)
  })

  it('without logins needs neither a key nor mail, but at least one route', () => {
    const { allowedOrigins } = good
    const rpc = { 'eip155:1': 'https://node.example' }
    const config = parseConfig({ publicUrl: 'https://api.example', allowedOrigins, rpc }, '/srv', {})
    expect(config).toMatchObject({
      accounts: undefined,
      store: { type: 'memory' },
      rpc: { 'eip155:1': [rpc['eip155:1']] },
    })
    expect(() => parseConfig({ allowedOrigins }, '/srv', {})).toThrow('has no routes')
  })

  it('accepts approvals in a window, and a list of sites with approvals in the frame', () => {
    for (const approvals of ['frame', 'window', { frame: ['https://*.shop.example'] }])
      expect(parseConfig({ ...good, approvals }, '/srv', env)).toMatchObject({ approvals })
    expect(parseConfig(good, '/srv', env)).toMatchObject({ approvals: 'frame' })
  })

  it('accepts clients for social login, with secrets from the environment', () => {
    const socials = { google: { clientId: 'shop', clientSecret: `\${MAIL_PASSWORD}` }, github: { clientId: 'shop-2' } }
    expect(parseConfig({ ...good, socials }, '/srv', env).socials).toEqual({
      google: { clientId: 'shop', clientSecret: 'hunter2' },
      github: { clientId: 'shop-2' },
    })
  })

  it('lists every mistake in the error message, without the configured values', () => {
    const text = (() => {
      try {
        parseConfig(
          { ...good, encryptionKey: 'my-secret', store: { type: 'redis', url: 'my-other-secret' } },
          '/srv',
          env,
        )
      } catch (error) {
        return error instanceof ConfigError ? error.message : ''
      }
    })()
    expect(text?.split('\n')).toHaveLength(2)
    expect(text).not.toMatch(/secret/)
  })
})

it('the log masks secrets and email addresses of visitors', () => {
  const lines: string[] = []
  const log = createLog([key, ...urlSecrets('smtps://shop:pass%20word@mail.example')], (line) => lines.push(line))
  log.fault(new Error(`550 <visitor@home.example> refused pass%20word, pass word, ${key}`))
  expect(lines.join()).toContain('550 <***> refused ***, ***, ***')
  log.info(
    'no answer from https://rpc.example/v2/api-key?secret=1 and wss://node.example:443/key while listening on http://127.0.0.1:8787',
  )
  expect(lines.at(-1)).toContain(
    'no answer from https://rpc.example/*** and wss://node.example:443/*** while listening on http://127.0.0.1:8787',
  )
})

it('the log shows paths and versions of packages, and masks addresses with apostrophes', () => {
  const lines: string[] = []
  const log = createLog([], (line) => lines.push(line))
  log.info('at run (/srv/node_modules/@hono/node-server/dist/index.mjs:1:2), npm install nodemailer@10.6.0')
  expect(lines[0]).toContain('(/srv/node_modules/@hono/node-server/dist/index.mjs:1:2), npm install nodemailer@10.6.0')
  log.info("refused: <o'neill@home.example>, 'ada@xn--p1ai.xn--p1ai'")
  expect(lines[1]).not.toMatch(/neill|ada@|o'/)
})

it('the log contains the causes of an error, without their secrets', () => {
  const lines: string[] = []
  const log = createLog([key], (line) => lines.push(line))
  const refused = new Error(`connect ECONNREFUSED 10.0.0.7:25 ${key}`)
  log.fault(new Error('Sending failed.', { cause: new AggregateError([refused], 'All addresses failed.') }))
  expect(lines.join()).toMatch(
    /Sending failed\.[\s\S]*Caused by: AggregateError: All addresses failed\.[\s\S]*ECONNREFUSED 10\.0\.0\.7:25 \*\*\*/,
  )
  const circular = new Error('again')
  circular.cause = circular
  log.fault(circular)
  expect(lines).toHaveLength(2)
})

it('package.json and Dockerfile have the versions of optionalPackages', () => {
  const read = (name: string) => readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8')
  const { devDependencies } = JSON.parse(read('package.json'))
  expect(devDependencies).toMatchObject(optionalPackages)
  for (const [name, version] of Object.entries(optionalPackages))
    if (!name.startsWith('@wallet-modal/')) expect(read('Dockerfile')).toContain(` ${name}@${version}`)
})
