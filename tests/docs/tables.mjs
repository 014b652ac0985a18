/** @param {string} text */
export const cell = (text) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

/** @param {unknown} text */
export const code = (text) => `\`${cell(String(text))}\``

/** @param {readonly string[]} head @param {readonly (readonly string[])[]} rows */
export const table = (head, rows) =>
  [`| ${head.join(' | ')} |`, `|${'---|'.repeat(head.length)}`, ...rows.map((row) => `| ${row.join(' | ')} |`)].join(
    '\n',
  )

/** Comment for the top of a generated page, with its source. @param {string} of */
export const mark = (of) => `<!-- Made from ${of} by "npm run snapshots". Change it there. -->`
