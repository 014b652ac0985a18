import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { DEFAULT_URL } from '../options.js'

const manifestSchema = v.object({
  plugins: v.object({ '@wallet-modal/sandbox': v.object({ url: v.optional(v.string()) }) }),
})

/** URL of the sandbox in the site's `wallet-modal.json`, else the default URL. */
export function findSandboxUrl(folder = process.cwd()): string {
  try {
    const manifest: unknown = JSON.parse(readFileSync(join(folder, 'wallet-modal.json'), 'utf8'))
    const { success, output } = v.safeParse(manifestSchema, manifest)
    return (success ? output.plugins['@wallet-modal/sandbox'].url : undefined) ?? DEFAULT_URL
  } catch {
    return DEFAULT_URL // sites that the CLI did not create have no such file
  }
}
