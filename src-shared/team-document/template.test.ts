import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { namesIn, readTemplateName, renderJson, renderTemplate, templateNames, type TemplateValues } from './template.ts';

const VALUES: TemplateValues = {
  task: 'Cover the flood.',
  role: 'writer',
  brief: 'Be short.',
  turn: 2,
  result: { summary: 'Draft.' },
  messages: [
    { id: 'team/a/1/0', sender: 'a', text: 'First {{task}}' },
    { id: 'team/b.c/1/0', sender: 'b.c', text: 'Second' },
    { id: 'team/a/2/0', sender: 'a', text: 'Third' },
  ],
  inputs: { city: 'Verden', count: 3 },
};
const EMPTY: TemplateValues = { ...VALUES, result: null, messages: [], inputs: {} };

describe('renderTemplate', () => {
  it.each([
    ['{{task}}', 'Cover the flood.'],
    ['{{ role }}: {{brief}}', 'writer: Be short.'],
    ['{{turn}}', '2'],
    ['{{result.summary}}', 'Draft.'],
    ['{{messages.last.text}}|{{messages.last.id}}|{{messages.last.sender}}', 'Third|team/a/2/0|a'],
    ['{{messages.from.a.last.text}}', 'Third'],
    ['{{messages.from.b.c.last.id}}', 'team/b.c/1/0'],
    ['{{messages.from.nobody.last.text}}', ''],
    ['{{input.city}} {{input.count}} {{input.none}}', 'Verden 3 '],
    ['{{unknown}}', ''],
    ['{{ {{task}} }}', '{{ Cover the flood. }}'],
    ['{{task', '{{task'],
    ['{task}', '{task}'],
  ])('%s is %s', (template, rendered) => {
    expect(renderTemplate(template, VALUES)).toBe(rendered);
  });

  it('renders nothing for what is not there yet', () => {
    expect(renderTemplate('[{{result.summary}}{{messages.last.text}}{{messages.from.a.last.id}}]', EMPTY)).toBe('[]');
  });

  it('does not search a value for names again', () => {
    expect(renderTemplate('{{messages.last.text}}', { ...VALUES, messages: VALUES.messages.slice(0, 1) })).toBe('First {{task}}');
  });

  it('[F6] reaches nothing but listed values', () => {
    for (const name of [
      'constructor',
      '__proto__',
      'toString',
      'result.constructor',
      'result.summary.length',
      'messages.0.text',
      'messages.last.__proto__',
      'messages.from.a.last.position',
      'input.__proto__',
      'input.constructor',
      'input.toString',
      'constructor.constructor("return process")()',
      'task + 1',
      '7*7',
      '',
      ' ',
      '#each messages',
      '$task',
      'messages.from..last.text',
    ])
      expect(renderTemplate(`{{${name}}}`, VALUES)).toBe('');
  });

  it('leaves text without names as it is, and renders every listed name in a text', () => {
    fc.assert(
      fc.property(
        fc.string().filter((text) => !text.includes('{{')),
        (text) => renderTemplate(text, VALUES) === text,
      ),
    );
    const names = templateNames(['a', 'b.c'], ['city']);
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...names)), (chosen) => {
        const rendered = chosen.map((name) => renderTemplate(`{{${name}}}`, VALUES)).join('-');
        return (
          renderTemplate(chosen.map((name) => `{{${name}}}`).join('-'), VALUES) === rendered &&
          chosen.every((name) => readTemplateName(name) !== null)
        );
      }),
    );
  });

  it('takes time in proportion to the text, however many braces it has', () => {
    for (const text of ['{{'.repeat(500_000), '{{a'.repeat(300_000), '{'.repeat(1_000_000), `{{${'a'.repeat(1_000_000)}`])
      expect(renderTemplate(text, VALUES).length).toBeGreaterThan(0);
  });

  it('stops adding values to a text that outgrows every limit', () => {
    const huge = { ...VALUES, task: 'x'.repeat(1024 * 1024) };
    expect(renderTemplate('{{task}}'.repeat(10_000), huge).length).toBeLessThan(18 * 1024 * 1024);
  });
});

describe('names and values', () => {
  it('lists the names of a text', () => {
    expect(namesIn('{{ task }} and {{input.k}}, {{}} {x} {{a{b}}')).toEqual(['task', 'input.k', '']);
  });

  it('renders texts deep inside a JSON value, not its keys', () => {
    let length = 0;
    const rendered = renderJson({ '{{task}}': [{ a: '{{turn}}' }, 1, null, true] }, VALUES, (more) => (length += more));
    expect(rendered).toEqual({ '{{task}}': [{ a: '2' }, 1, null, true] });
    expect(length).toBe(1);
  });
});
