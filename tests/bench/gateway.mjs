import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { say } from '../setup/steps.mjs'
import { repository } from '../setup/workspaces.mjs'

/** Number of logins in the measured minute. */
const PER_MINUTE = 200
/** Maximum 95th percentile of the duration of a login, from submitting the email address to reading the stored key share, in milliseconds. */
const BAR_MS = 300

/** @typedef {{ logins: number, failed: number, p50: number, p95: number, max: number, holds: boolean }} GatewayTimes */

/** @param {import('node:net').Server} server */
const portOf = (server) => Number(Object(server.address()).port)

/**
 * Measures a minute of logins, started at equal intervals, on one gateway process with SQLite and a mail server. Each login sends a mail over SMTP,
 * verifies the code, and stores and reads the key share.
 * @returns {Promise<GatewayTimes>}
 */
export async function measureGateway() {
  const folder = mkdtempSync(join(tmpdir(), 'wallet-modal-bench-'))
  const mails = await startMails()
  const gateway = await startGateway(folder, { mailPort: mails.port, site: 'https://shop.example' })
  try {
    await logIn(gateway.origin, mails, 'warm-up@shop.example')
    const times = await Promise.all(Array.from({ length: PER_MINUTE }, (_, at) => timed(gateway.origin, mails, at)))
    const passed = times.filter((ms) => ms !== undefined).sort((a, b) => a - b)
    const at = (/** @type {number} */ part) => passed[Math.ceil(passed.length * part) - 1] ?? Number.POSITIVE_INFINITY
    const [failed, p95] = [times.length - passed.length, at(0.95)]
    return { logins: times.length, failed, p50: at(0.5), p95, max: at(1), holds: failed === 0 && p95 < BAR_MS }
  } finally {
    gateway.child.kill()
    await once(gateway.child, 'exit')
    mails.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @param {GatewayTimes} times */
export function printGateway({ logins, failed, p50, p95, max, holds }) {
  const texts = [p50, p95, max].map((ms) => ms.toFixed(0))
  say(`${logins} logins in a minute on one gateway: mail over SMTP, code, key share stored and read again`)
  say(
    `  p50 ${texts[0]} ms   p95 ${texts[1]} ms   longest ${texts[2]} ms   lost ${failed}   bar: p95 below ${BAR_MS} ms, none lost   ${holds ? 'holds' : 'MISSES'}`,
  )
}

/** @param {string} origin @param {Mails} mails @param {number} at */
async function timed(origin, mails, at) {
  await new Promise((resolve) => setTimeout(resolve, (at * 60_000) / PER_MINUTE))
  const started = performance.now()
  try {
    await logIn(origin, mails, `visitor-${at}@shop.example`)
    return performance.now() - started
  } catch (error) {
    say(`  a login failed: ${error instanceof Error ? error.message : error}`)
    return undefined
  }
}

/** @param {string} origin @param {Mails} mails @param {string} email */
async function logIn(origin, mails, email) {
  const { request } = await callGateway(origin, 'email/code', { email, site: 'https://shop.example' })
  const { session } = await callGateway(origin, 'email/verify', { request, code: mails.codes.get(email) })
  const hex = (/** @type {number} */ bytes) => randomBytes(bytes).toString('hex')
  const key = { address: `0x${hex(20)}`, share: hex(33), recovery: hex(80) }
  await callGateway(origin, 'key', key, session)
  const stored = await callGateway(origin, 'key', undefined, session)
  if (stored.share !== key.share) throw new Error('The key share that was read differs from the stored one.')
}

/** @param {string} origin @param {string} path @param {object} [body] @param {string} [session] */
async function callGateway(origin, path, body, session) {
  const method = body ? (path === 'key' ? 'PUT' : 'POST') : 'GET'
  const headers = { 'content-type': 'application/json', ...(session && { authorization: `Bearer ${session}` }) }
  const reply = await fetch(`${origin}/accounts/${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
  return reply.json()
}

/** @typedef {{ port: number, codes: Map<string, string>, stop(): void }} Mails */

/** @returns {Promise<Mails>} */
export async function startMails() {
  /** @type {Map<string, string>} */
  const codes = new Map()
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    onData(stream, { envelope }, done) {
      let text = ''
      stream.on('data', (chunk) => (text += chunk))
      stream.on('end', () => {
        codes.set(envelope.rcptTo[0]?.address ?? '', /Subject: (\d{6})/.exec(text)?.[1] ?? '')
        done()
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  return { port: portOf(server.server), codes, stop: () => void server.close(() => undefined) }
}

/** @param {string} folder of the database @param {{ mailPort: number, site: string }} plan `site`: origin that may log visitors in */
export async function startGateway(folder, { mailPort, site }) {
  const free = createServer().listen(0, '127.0.0.1')
  await once(free, 'listening')
  const port = portOf(free)
  free.close()
  const origin = `http://127.0.0.1:${port}`
  const config = {
    listen: { port },
    frameOrigin: origin,
    allowedOrigins: [site],
    chains: [{ chainId: 1, name: 'Ethereum', symbol: 'ETH', rpcUrl: 'http://127.0.0.1:9' }],
    encryptionKey: randomBytes(32).toString('hex'),
    mail: { url: `smtp://127.0.0.1:${mailPort}`, from: 'login@shop.example' },
  }
  const file = join(folder, 'gateway.json')
  writeFileSync(file, JSON.stringify(config))
  const program = join(repository, 'plugins/gateway/dist/server/bin.js')
  const child = spawn(process.execPath, [program, '--config', file], { stdio: ['ignore', 'ignore', 'pipe'] })
  await new Promise((resolve, reject) => {
    child.stderr.on('data', (chunk) => (String(chunk).includes('listening') ? resolve(undefined) : say(String(chunk))))
    child.once('exit', () => reject(new Error('The gateway did not start.')))
  })
  return { origin, child }
}
