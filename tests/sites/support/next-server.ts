import { startServer } from '../../e2e/support/framework-server.js'
import type { ServedSite } from '../../e2e/support/serve.js'
import { npmEnv } from '../../registry/npm.mjs'
import { freePort } from '../../setup/ports.mjs'

/** Runs the production server of a built Next site on a free port. */
export async function serveNext(site: string): Promise<ServedSite> {
  const port = await freePort()
  const args = ['node_modules/next/dist/bin/next', 'start', '--hostname', '127.0.0.1', '--port', `${port}`]
  const signIn = {
    SITE_ORIGIN: `http://127.0.0.1:${port}`,
    SESSION_SECRET: 'a-secret-of-these-tests-which-is-long-enough',
  }
  const env = npmEnv({ NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production', ...signIn })
  return startServer({ folder: site, args, port, env })
}
