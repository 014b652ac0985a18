export { ListHeading, type ListPosition, LongList, type LongListProps } from './long-list.js'
export { ResultCount, type ResultCountProps } from './result-count.js'
export { SearchField, type SearchFieldProps } from './search-field.js'
