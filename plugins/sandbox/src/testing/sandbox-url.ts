import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { DEFAULT_URL } from '../options.js'

const manifestSchema = v.object({
  plugins: v.object({ '@wallet-modal/sandbox': v.object({ url: v.optional(v.string()) }) }),
})

/** URL of the site's own sandbox, from the site's `wallet-modal.json`. */
export function findSandboxUrl(folder = process.cwd()): string {
  try {
    const manifest: unknown = JSON.parse(readFileSync(join(folder, 'wallet-modal.json'), 'utf8'))
    const { success, output } = v.safeParse(manifestSchema, manifest)
    return (success ? output.plugins['@wallet-modal/sandbox'].url : undefined) ?? DEFAULT_URL
  } catch {
    return DEFAULT_URL // sites not made by the command line have no such file
  }
}
