import { describe, expect, it } from 'vitest';
import { type DocumentUpgrade, upgradeDocument } from './format-version.ts';

const renameTitle: DocumentUpgrade = ({ title = null, ...rest }) => ({ ...rest, name: title });
const addTask: DocumentUpgrade = (document) => ({ ...document, task: 'none' });

describe('upgradeDocument', () => {
  it('takes a document through every upgrade from its own version on', () => {
    const upgrades = [renameTitle, addTask];
    expect(upgradeDocument({ format: 'troupe.team', formatVersion: 1, title: 'Old' }, upgrades).document).toEqual({
      format: 'troupe.team',
      formatVersion: 3,
      name: 'Old',
      task: 'none',
    });
    expect(upgradeDocument({ format: 'troupe.team', formatVersion: 2, name: 'Newer' }, upgrades).document).toEqual({
      format: 'troupe.team',
      formatVersion: 3,
      name: 'Newer',
      task: 'none',
    });
  });

  it('returns a current document itself', () => {
    const document = { format: 'troupe.team', formatVersion: 1 };
    expect(upgradeDocument(document).document).toBe(document);
  });

  it.each([
    [2, 'NEWER_FORMAT'],
    [0, 'INVALID_VALUE'],
    [1.5, 'INVALID_VALUE'],
    ['1', 'INVALID_VALUE'],
    [null, 'INVALID_VALUE'],
  ])('refuses version %s as %s', (formatVersion, code) => {
    expect(upgradeDocument({ format: 'troupe.team', formatVersion })).toMatchObject({
      document: null,
      findings: [{ code, path: ['formatVersion'] }],
    });
  });
});
