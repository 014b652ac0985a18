import { ensure, onPath } from './programs.mjs'

/**
 * Makes sure that the shells of the completion scripts are installed, except bash, which always is.
 * @returns {Promise<string[]>} a message for each missing shell
 */
export async function ensureShells() {
  const missing = []
  for (const name of ['zsh', 'fish']) {
    const reason = await ensure({ name, packages: [name], isThere: () => onPath([name]) !== undefined })
    if (reason) missing.push(`completion in ${name}. ${reason}`)
  }
  return missing
}
