import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { freePort } from '../../setup/ports.mjs'
import { repository } from '../../setup/workspaces.mjs'

const program = join(repository, 'plugins/gateway/dist/server/bin.js')

/** A mail server that keeps its mails for the test. */
export async function startMails() {
  const mails: { to: string; text: string }[] = []
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    onData(stream, { envelope }, done) {
      let text = ''
      stream.on('data', (chunk) => (text += chunk))
      stream.on('end', () => {
        mails.push({ to: envelope.rcptTo[0]?.address ?? '', text })
        done()
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const codeFor = (to: string): string => {
    const mail = mails.findLast((one) => one.to === to)
    return /Subject: (\d{6})/.exec(mail?.text ?? '')?.[1] ?? `no mail for ${to}`
  }
  return {
    port: Number(Object(server.server.address()).port),
    mails,
    codeFor,
    stop: () => void server.close(() => undefined),
  }
}

/** Runs one command of the gateway's program until it exits. */
export async function runGateway(args: readonly string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [program, ...args])
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const [code] = await once(child, 'close')
  return { code, output }
}

export interface GatewayProcess {
  readonly port: number
  readonly output: () => string
  end(signal: NodeJS.Signals): Promise<number | null>
}

/** Starts one gateway on its own port and waits until it listens. */
export async function startGatewayProcess(folder: string, config: object, given?: number): Promise<GatewayProcess> {
  const port = given ?? (await freePort())
  const file = join(folder, `gateway-${port}.json`)
  await writeFile(file, JSON.stringify({ ...config, listen: { port } }))
  const child: ChildProcess = spawn(process.execPath, [program, '--config', file])
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk))
  const exited = once(child, 'exit')
  for (let at = 0; !output.includes('listening on'); at++) {
    if (at > 600 || child.exitCode !== null)
      throw new Error(`The gateway did not start (exit ${child.exitCode}): ${output}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    const [code] = await exited
    return code
  }
  return { port, output: () => output, end }
}

/** Round-robin load balancer for gateways. Skips gateways that refuse connections; answers 502 when a connection breaks. */
export async function startBalancer(port: number, ports: () => readonly number[]) {
  let turn = 0
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk) => chunks.push(chunk))
    incoming.on('end', () => {
      const all = ports()
      const order = all.map((_, at) => all[(turn + at) % all.length])
      turn += 1
      const pass = ([first, ...rest]: (number | undefined)[]): void => {
        const { method, url, headers } = incoming
        const options = { host: '127.0.0.1', port: first, method, path: url, headers, agent: false }
        const upstream = request(options, (reply) => {
          reply.on('error', () => outgoing.destroy())
          outgoing.writeHead(reply.statusCode ?? 502, reply.headers)
          reply.pipe(outgoing)
        })
        upstream.on('error', (error) => {
          if ('code' in error && error.code === 'ECONNREFUSED' && rest.length > 0) return pass(rest)
          if (!outgoing.headersSent) outgoing.writeHead(502).end()
        })
        upstream.end(Buffer.concat(chunks))
      }
      pass(order)
    })
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return { stop: () => void server.close() }
}
