/** @param {string} text */
export const cell = (text) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

/** @param {unknown} text */
export const code = (text) => `\`${cell(String(text))}\``

/** @param {readonly string[]} head @param {readonly (readonly string[])[]} rows */
export const table = (head, rows) =>
  [`| ${head.join(' | ')} |`, `|${'---|'.repeat(head.length)}`, ...rows.map((row) => `| ${row.join(' | ')} |`)].join(
    '\n',
  )

/** Says that a page is made, and of what. @param {string} of */
export const mark = (of) => `<!-- Made from ${of} by "npm run snapshots". Change it there. -->`
