import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repository } from '../setup/workspaces.mjs'
import { architectureDrawing } from './architecture.mjs'
import { contents, pages } from './contents.mjs'
import { kernelPage } from './kernel-page.mjs'
import { licencesPage } from './licences-page.mjs'
import { headingsOf, leadOf } from './markdown.mjs'
import { pluginPage } from './plugin-page.mjs'

/** The list of pages for coding assistants (llmstxt.org). @param {(file: string) => string} read */
function llms(read) {
  const line = (/** @type {string} */ file) =>
    `- [${headingsOf(read(file))[0]?.text}](${file}): ${summarize(leadOf(read(file)))}`
  const parts = contents.map(({ title, pages: files }) => `## ${title}\n\n${files.map(line).join('\n')}`)
  return `# Wallet Modal\n\n> ${leadOf(read('README.md'))}\n\n${rules}\n\n${parts.join('\n\n')}\n`
}

/** The first sentences of a text, up to a useful length. @param {string} text */
function summarize(text) {
  let summary = ''
  for (const sentence of text.split(/(?<=[.:]) /)) if (summary.length < 60) summary = `${summary} ${sentence}`.trim()
  return summary.replace(/:$/, '.')
}

/** Rules that coding assistants break unless they are told. */
const rules = `- Make a site with \`npx create-wallet-modal <dir> --yes\`. Change \`wallet-modal.json\`, then run \`npx create-wallet-modal sync\`; never edit \`src/wallet-modal.generated.ts\`.
- Plugins are values in \`plugins: [eip155(), connect(), account()]\`. Without @wallet-modal/connect there is no view to connect with.
- In components of plugins read a signal with \`useValue(signal)\` of @wallet-modal/kernel/ui; in components of the site with \`useSignal(signal)\` of @wallet-modal/kernel/react or @wallet-modal/kernel/vue.
- Amounts are \`bigint\` in base units. Networks, accounts and assets are named by CAIP-2, CAIP-10 and CAIP-19.
- A visitor who declines is an outcome (\`{ status: 'rejected' }\`), not an error.
- Nobody ever needs a recovery phrase. Do not write code that asks for one.`

/** Content of every generated file of `docs`, by its path there. @returns {Promise<Map<string, string>>} */
export async function generated() {
  /** @type {Map<string, string>} */
  const files = new Map([
    ['kernel.md', kernelPage()],
    ['licences.md', licencesPage()],
    ['architecture.svg', architectureDrawing()],
  ])
  for (const file of pages.filter((one) => one.startsWith('plugins/')))
    files.set(file, await pluginPage(file.replace(/\.md$/, '')))
  const read = (/** @type {string} */ file) => files.get(file) ?? readFileSync(join(repository, 'docs', file), 'utf8')
  files.set('llms.txt', llms(read))
  return files
}
