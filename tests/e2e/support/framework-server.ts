import { spawn } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import type { ServedSite } from './serve.js'

interface ServerPlan {
  readonly folder: string
  readonly args: readonly string[]
  readonly port: number
  readonly env: NodeJS.ProcessEnv
}

/** Starts a framework's own server and waits until it responds. */
export async function startServer({ folder, args, port, env }: ServerPlan): Promise<ServedSite> {
  const child = spawn(process.execPath, args, { cwd: folder, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const { pid } = child
  if (pid === undefined) throw new Error(`${args.join(' ')} did not start.`)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  let isRunning = true
  const ended = new Promise<void>((resolve) =>
    child.once('close', () => {
      isRunning = false
      resolve()
    }),
  )
  const url = `http://127.0.0.1:${port}/`
  const close = async (): Promise<void> => {
    if (isRunning) process.kill(-pid, 'SIGTERM')
    await ended
  }
  for (let tries = 0; tries < 600; tries++) {
    if (!isRunning) throw new Error(`${args.join(' ')} ended:\n${output}`)
    const answer = await fetch(url).catch(() => undefined) // not listening yet
    if (answer) return { url, close }
    await delay(100)
  }
  await close()
  throw new Error(`${args.join(' ')} did not answer:\n${output}`)
}
