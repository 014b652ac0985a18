import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { RequestError } from '@wallet-modal/gateway/server'
import type { SiwxServerModule } from '../routes/sign-in.js'

const entry = '@wallet-modal/siwx/server'

/** Sign-in server installed in the site's folder. Rejects with `NOT_FOUND` if the package is not installed there. */
export async function loadSiwx(cwd: string): Promise<SiwxServerModule> {
  try {
    const file = createRequire(join(cwd, 'package.json')).resolve(entry)
    return await import(pathToFileURL(file).href)
  } catch (error) {
    throw new RequestError('NOT_FOUND', `${entry} cannot be loaded from ${cwd}: install @wallet-modal/siwx there.`, {
      cause: error,
    })
  }
}
