import { ensure, onPath } from './programs.mjs'

/** Makes sure that the shells are there which completion scripts are made for; bash is everywhere. @returns {Promise<string[]>} what is not run without them */
export async function ensureShells() {
  const missing = []
  for (const name of ['zsh', 'fish']) {
    const reason = await ensure({ name, packages: [name], isThere: () => onPath([name]) !== undefined })
    if (reason) missing.push(`completion in ${name}. ${reason}`)
  }
  return missing
}
