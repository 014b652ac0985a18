import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { DEFAULT_URL, loopbackUrl } from '../options.js'
import { invalidSite } from './errors.js'

const siteSchema = v.object({
  plugins: v.object({ '@wallet-modal/sandbox': v.object({ url: v.optional(v.unknown()) }) }),
})

/**
 * URL of the sandbox in the site's `wallet-modal.json`; the default URL if the file does not exist or has no URL. Throws `INVALID_SITE` if the file
 * cannot be read, is not JSON, or has an invalid URL.
 */
export function findSandboxUrl(folder = process.cwd()): string {
  const path = join(folder, 'wallet-modal.json')
  const text = readIfExists(path)
  const site = v.safeParse(siteSchema, text === undefined ? undefined : parseJson(path, text))
  const url = site.success ? site.output.plugins['@wallet-modal/sandbox'].url : undefined
  if (url === undefined) return DEFAULT_URL
  if (typeof url === 'string' && loopbackUrl.test(url)) return url
  throw invalidSite(
    `In ${path}, the option "url" of "@wallet-modal/sandbox" must be a loopback URL such as ${DEFAULT_URL}, not ${JSON.stringify(url)}. Correct it.`,
  )
}

/** Text of a file; `undefined` if the file does not exist. */
function readIfExists(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (Reflect.get(Object(error), 'code') === 'ENOENT') return undefined
    throw invalidSite(`${path} cannot be read. Check its permissions.`, error)
  }
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, '')) // some editors write a byte order mark
  } catch (error) {
    throw invalidSite(`${path} is not JSON. Correct it, or pass the URL of the sandbox.`, error)
  }
}
