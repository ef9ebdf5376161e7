import { expect, test } from 'vitest'
import { scoreText } from './results.ts'

test.each([
  ['55', 55],
  [' 55.25 ', 55.25],
  ['0', 0],
  ['9999.99', 9_999.99],
])('the score %j is %s', (text, score) => {
  expect(scoreText.parse(text)).toBe(score)
})

test.each([
  ['10000', 'is above 9,999.99'],
  ['-5', 'is below 0'],
  ['=A1', 'is a formula: put its value in its place'],
  ['55.255', 'is not a number with at most two decimals'],
  ['5,5', 'is not a number with at most two decimals'],
  ['', 'is not a number with at most two decimals'],
])('%j is no score: it %s', (text, reason) => {
  expect(scoreText.safeParse(text).error?.issues[0]?.message).toBe(reason)
})
