import { sheetText } from "./xlsx-sheet.ts";
import type { ZipEntry } from "./zip-stream.ts";

/*
 * The files of a workbook beside its sheets (ECMA-376, part 1: 12.2 and 18.2; part 2: the relations between them).
 */

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const relations = "http://schemas.openxmlformats.org/package/2006/relationships";
const types = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** The path of a sheet, counted from 1. */
export function sheetPath(number: number): string {
  return `xl/worksheets/sheet${number}.xml`;
}

/** The files that are the same in every workbook. The formats of cells after the first are those of moments, days and times of day. */
export function packageFiles(): readonly ZipEntry[] {
  const relation = `<Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/>`;
  return [
    { path: "_rels/.rels", chunks: [relationsXml(relation)] },
    { path: "xl/styles.xml", chunks: [stylesXml] },
  ];
}

function momentFormat(id: number): string {
  return `<xf numFmtId="${id}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`;
}

const stylesXml =
  `${declaration}<styleSheet xmlns="${main}">` +
  '<numFmts count="3"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/>' +
  '<numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="166" formatCode="hh:mm:ss"/></numFmts>' +
  '<fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill>' +
  '<fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  '<cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  [164, 165, 166].map(momentFormat).join("") +
  "</cellXfs>" +
  "</styleSheet>";

/** The list of sheets, in order. */
export function workbookXml(sheetNames: readonly string[]): string {
  const sheets = sheetNames.map(
    (name, at) => `<sheet name="${sheetText(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`,
  );
  return `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${sheets.join("")}</sheets></workbook>`;
}

/** Where the sheets of the workbook are. */
export function workbookRelations(sheetNames: readonly string[]): string {
  const sheets = sheetNames.map(
    (_, at) =>
      `<Relationship Id="rId${at + 1}" Type="${office}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
  );
  const styles = `<Relationship Id="rId${sheetNames.length + 1}" Type="${office}/styles" Target="styles.xml"/>`;
  return relationsXml(sheets.join("") + styles);
}

function relationsXml(content: string): string {
  return `${declaration}<Relationships xmlns="${relations}">${content}</Relationships>`;
}

/** What each file of the workbook is. */
export function contentTypesXml(sheetNames: readonly string[]): string {
  return (
    `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Default Extension="xml" ContentType="application/xml"/>' +
    override("xl/workbook.xml", "sheet.main") +
    override("xl/styles.xml", "styles") +
    sheetNames.map((_, at) => override(sheetPath(at + 1), "worksheet")).join("") +
    "</Types>"
  );
}

function override(path: string, type: string): string {
  return `<Override PartName="/${path}" ContentType="${types}.${type}+xml"/>`;
}
