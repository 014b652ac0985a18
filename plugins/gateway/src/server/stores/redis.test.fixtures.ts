import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { delimiter, join } from 'node:path'

/** Path of the Redis server on this machine. Without it, the tests of Redis are skipped. */
export const redisServer: string | undefined = (process.env.PATH ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'redis-server'))
  .find((file) => existsSync(file))

export interface RedisProcess {
  readonly url: string
  stop(): Promise<void>
}

/** Port of loopback that no process uses. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}

/** Starts Redis on loopback with its files in `folder`. */
export async function startRedis(folder: string, port: number): Promise<RedisProcess> {
  const options = { bind: '127.0.0.1', port: String(port), dir: folder, appendonly: 'yes', save: '' }
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])
  const child = spawn(redisServer ?? 'redis-server', args, { stdio: ['ignore', 'pipe', 'inherit'] })
  await readyLine(child)
  return {
    url: `redis://127.0.0.1:${port}`,
    async stop() {
      child.kill()
      await once(child, 'exit')
    },
  }
}

function readyLine(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = ''
    child.stdout?.on('data', (chunk) => {
      output += String(chunk)
      if (output.includes('Ready to accept connections')) resolve()
    })
    child.once('exit', (code) => reject(new Error(`Redis ended (exit ${code}): ${output.slice(-300)}`)))
  })
}
