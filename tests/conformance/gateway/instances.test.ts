import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  beginKey,
  evmAddress,
  newCommitments,
  newSigning,
} from '../../../plugins/gateway/src/server/accounts/solana/solana-frame.test.fixtures.js'
import {
  MAX_SIGNATURES,
  MAX_UNFINISHED_KEYS,
} from '../../../plugins/gateway/src/server/accounts/solana/solana-limits.js'
import { postgresPrograms, startPostgres } from '../../../plugins/gateway/src/server/stores/postgres.test.fixtures.js'
import { redisServer, startRedis } from '../../../plugins/gateway/src/server/stores/redis.test.fixtures.js'
import { freePort } from '../../setup/ports.mjs'
import { type GatewayProcess, runGateway, startBalancer, startGatewayProcess, startMails } from './processes.js'

const site = 'https://shop.example'
const encryptionKey = randomBytes(32).toString('hex')

const databases = [
  { name: 'Redis', type: 'redis', isMissing: redisServer === undefined, run: startRedis },
  { name: 'PostgreSQL', type: 'postgres', isMissing: postgresPrograms === undefined, run: startPostgres },
] as const

describe.each(databases)(
  'E: two gateways behind a balancer, with one $name',
  ({ type, isMissing, run: runDatabase }) => {
    const it = test.skipIf(isMissing)
    let folder: string
    let database: Awaited<ReturnType<typeof runDatabase>>
    let mails: Awaited<ReturnType<typeof startMails>>
    let balancer: Awaited<ReturnType<typeof startBalancer>>
    let running: GatewayProcess[] = []
    let origin: string
    let config: object
    let visitors = 0

    beforeAll(async () => {
      if (isMissing) return
      folder = await mkdtemp(join(tmpdir(), 'gateways-'))
      database = await runDatabase(folder, await freePort())
      mails = await startMails()
      const port = await freePort()
      origin = `http://127.0.0.1:${port}`
      config = {
        frameOrigin: origin,
        allowedOrigins: [site],
        encryptionKey,
        store: { type, url: database.url },
        chains: [{ chainId: 1, name: 'Ethereum', symbol: 'ETH', rpcUrl: 'http://127.0.0.1:9' }],
        solanaChains: [{ caipNetworkId: 'solana:devnet', name: 'Devnet', rpcUrl: 'http://127.0.0.1:9' }],
        mail: { url: `smtp://127.0.0.1:${mails.port}`, from: 'Shop <login@shop.example>' },
      }
      running = await Promise.all([startGatewayProcess(folder, config), startGatewayProcess(folder, config)])
      balancer = await startBalancer(port, () => running.map((one) => one.port))
    })
    afterAll(async () => {
      balancer?.stop()
      mails?.stop()
      for (const one of running) await one.end('SIGTERM')
      await database?.stop()
      if (folder) await rm(folder, { recursive: true, force: true })
    })

    /** Kills the first gateway without a clean shutdown, and starts another one after it. */
    const crash = async (): Promise<void> => {
      const [first, second] = running
      if (!first || !second) throw new Error('fewer than two gateways run')
      running = [second]
      await first.end('SIGKILL')
      running = [second, await startGatewayProcess(folder, config)]
    }
    const ask = async (path: string, body?: object, { session = '', method = body ? 'POST' : 'GET' } = {}) => {
      const headers = { 'content-type': 'application/json', ...(session && { authorization: `Bearer ${session}` }) }
      const reply = await fetch(`${origin}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
      const text = await reply.text()
      return { status: reply.status, ...(text.startsWith('{') ? JSON.parse(text) : {}) }
    }
    const newEmail = (): string => `visitor-${visitors++}@shop.example`
    const askCode = (email: string) => ask('/accounts/email/code', { email, site })
    const verify = (request: string, code: string) => ask('/accounts/email/verify', { request, code })
    const logIn = async (email: string): Promise<string> => {
      const { request } = await askCode(email)
      return (await verify(request, mails.codeFor(email))).session
    }
    const newKey = () => ({
      address: `0x${randomBytes(20).toString('hex')}`,
      share: randomBytes(33).toString('hex'),
      recovery: randomBytes(80).toString('hex'),
    })

    it('a code that was sent before a crash is accepted after the crash, once', async () => {
      const email = newEmail()
      const { request } = await askCode(email)
      await crash()
      const replies = await Promise.all(Array.from({ length: 6 }, () => verify(request, mails.codeFor(email))))
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
      const session = replies.find((one) => one.session)?.session
      await crash()
      expect(await ask('/accounts/me', undefined, { session })).toMatchObject({ status: 200, email })
    })

    it('limits on login codes are shared by both gateways and survive crashes', async () => {
      const email = newEmail()
      const { request } = await askCode(email)
      const code = mails.codeFor(email)
      const wrong = code === '000000' ? '000001' : '000000'
      await crash()
      expect(await askCode(email)).toMatchObject({ status: 429, error: { retryInSeconds: expect.any(Number) } })
      for (let tries = 0; tries < 4; tries++) {
        expect(await verify(request, wrong)).toMatchObject({ error: { message: 'The code is wrong.' } })
        if (tries === 1) await crash()
      }
      expect(await verify(request, wrong)).toMatchObject({ error: { message: expect.stringContaining('Too many') } })
      expect(await verify(request, code)).toMatchObject({ status: 400 })
    })

    it('limits on Solana keys and signatures are shared by both gateways and survive crashes', async () => {
      const session = await logIn(newEmail())
      await ask('/accounts/key', { ...newKey(), address: evmAddress }, { session, method: 'PUT' })
      const askFrame = async (method: string, path: string, by = session, body?: unknown) => {
        const { status, ...reply } = await ask(`/accounts/${path}`, Object(body), { session: by, method })
        return { status, body: reply }
      }
      const statuses = async (count: number, path: string, body: object): Promise<ReadonlySet<number>> => {
        const replies = Array.from({ length: count }, () => ask(path, body, { session }))
        return new Set((await Promise.all(replies)).map(({ status }) => status))
      }
      const begin = '/accounts/solana/key/begin'
      const made = await beginKey(askFrame, session)
      expect(await statuses(MAX_UNFINISHED_KEYS - 1, begin, newCommitments())).toEqual(new Set([200]))
      await crash()
      expect(await statuses(2, begin, newCommitments())).toEqual(new Set([429]))
      expect(await askFrame('PUT', 'solana/key', session, made.request)).toMatchObject({ status: 200 })
      const { body } = newSigning(made.key.secret)
      expect(await statuses(MAX_SIGNATURES.account, '/accounts/solana/sign', body)).toEqual(new Set([200]))
      await crash()
      for (let at = 0; at < 2; at++)
        expect(await ask('/accounts/solana/sign', body, { session })).toMatchObject({
          status: 429,
          error: { reason: 'SIGNATURE_LIMIT', retryInSeconds: expect.any(Number) },
        })
    })

    it('keeps all shares that were stored during a crash, and then rejects another share for the same account', async () => {
      const emails = Array.from({ length: 12 }, newEmail)
      const sessions = await Promise.all(emails.map(logIn))
      const keys = emails.map(newKey)
      const put = async (at: number): Promise<number> => {
        const { status } = await ask('/accounts/key', keys[at], { session: sessions[at], method: 'PUT' })
        // the connection was cut: if the gateway had executed the request, it refuses the repeated request (409)
        return status === 502 ? put(at) : status
      }
      const [statuses] = await Promise.all([Promise.all(keys.map((_, at) => put(at))), crash()])
      expect(statuses.every((status) => status === 200 || status === 409)).toBe(true)
      const stored = await Promise.all(sessions.map((session) => ask('/accounts/key', undefined, { session })))
      expect(stored).toEqual(keys.map((key) => ({ status: 200, ...key })))
      expect(await ask('/accounts/key', newKey(), { session: sessions[0], method: 'PUT' })).toMatchObject({
        status: 409,
      })
    })

    it('an ended session stays ended after a crash', async () => {
      const session = await logIn(newEmail())
      await ask('/accounts/sign-out', {}, { session })
      await crash()
      for (let at = 0; at < 2; at++)
        expect(await ask('/accounts/me', undefined, { session })).toMatchObject({ status: 401 })
    })

    it('the command check reports a mail server that cannot be used', async () => {
      const check = async (mailPort: number) => {
        const file = join(folder, 'check.json')
        const mail = { url: `smtp://127.0.0.1:${mailPort}`, from: 'Shop <login@shop.example>' }
        await writeFile(file, JSON.stringify({ ...config, mail }))
        return runGateway(['check', '--config', file])
      }
      expect(await check(mails.port)).toMatchObject({ code: 0, output: expect.stringContaining('can be used.') })
      const refused = { code: 1, output: expect.stringContaining('"mail": the check of the mail server failed: ') }
      expect(await check(await freePort())).toMatchObject(refused)
    })

    it('a backup restores accounts and shares in SQLite, and is unreadable without the key', async () => {
      const [email, key] = [newEmail(), newKey()]
      const session = await logIn(email)
      await ask('/accounts/key', key, { session, method: 'PUT' })
      const at = (name: string): string => join(folder, name)
      const elsewhere = { ...config, store: { type: 'sqlite', file: 'restored.db' } }
      await writeFile(at('shared.json'), JSON.stringify(config))
      await writeFile(at('sqlite.json'), JSON.stringify(elsewhere))
      await writeFile(at('foreign.json'), JSON.stringify({ ...elsewhere, encryptionKey: 'ab'.repeat(32) }))
      const run = (name: string, command: string, file = 'shares.backup') =>
        runGateway([command, at(file), '--config', at(name)])
      expect(await run('shared.json', 'backup')).toMatchObject({ code: 0 })
      const text = await readFile(at('shares.backup'), 'utf8')
      for (const secret of [key.share, session, email, encryptionKey]) expect(text).not.toContain(secret)
      await writeFile(at('cut.backup'), text.slice(0, -20))
      for (const [name, file] of [
        ['foreign.json', 'shares.backup'],
        ['sqlite.json', 'cut.backup'],
        ['shared.json', 'shared.json'],
      ])
        expect(await run(name ?? '', 'restore', file)).toMatchObject({ code: 1 })
      expect(await run('shared.json', 'backup')).toMatchObject({ code: 1 }) // never overwrites an older backup
      expect(await run('sqlite.json', 'restore')).toMatchObject({
        code: 0,
        output: expect.stringMatching(/^[1-9]\d* entries/),
      })
      expect(await run('sqlite.json', 'restore')).toMatchObject({
        code: 0,
        output: expect.stringMatching(/^0 entries/),
      })

      for (const one of running) await one.end('SIGTERM')
      running = [await startGatewayProcess(folder, elsewhere)]
      expect(await ask('/accounts/me', undefined, { session })).toMatchObject({ status: 401 })
      const again = await logIn(email)
      expect(await ask('/accounts/key', undefined, { session: again })).toEqual({ status: 200, ...key })
      const [only] = running
      expect(await only?.end('SIGTERM')).toBe(0)
      for (const secret of [encryptionKey, email, again]) expect(only?.output()).not.toContain(secret)
      running = []
    })
  },
)
