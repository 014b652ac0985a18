import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { npmEnv } from '../../registry/npm.mjs'
import { freePort } from '../../setup/ports.mjs'
import type { ServedSite } from './serve.js'

/** Runs the production server of a built Next site on a free port. */
export async function serveNext(site: string): Promise<ServedSite> {
  const port = await freePort()
  const args = [join(site, 'node_modules/next/dist/bin/next'), 'start', '--hostname', '127.0.0.1', '--port', `${port}`]
  const signIn = {
    SITE_ORIGIN: `http://127.0.0.1:${port}`,
    SESSION_SECRET: 'a-secret-of-these-tests-which-is-long-enough',
  }
  const env = npmEnv({ NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production', ...signIn })
  const child = spawn(process.execPath, args, { cwd: site, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const url = `http://127.0.0.1:${port}/`
  while (!(await answers(url))) {
    if (child.exitCode !== null) throw new Error(`next start ended with ${child.exitCode}:\n${output}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return {
    url,
    close: async () => {
      child.kill()
      await ended
    },
  }
}

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )
