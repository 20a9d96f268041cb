import { z } from "zod";
import { answerable } from "./declared-fields.ts";
import type { QuestionTypeDefinition } from "./question-type.ts";

const usualFileTypes = ["jpg", "jpeg", "png", "pdf"];
const usualFileSize = 5120;

const fileType = z.string().regex(/^[a-z0-9]{1,10}$/, { error: "must be a file name ending such as pdf" });

/** Files. */
export const upload = {
  names: { "zh-CN": "附件题", en: "File upload" },
  purposes: { "zh-CN": "图片或文档。", en: "A picture or a document." },
  icon: "file",
  labels: { "zh-CN": "附件题", en: "File Upload" },
  otherLabels: "附件, 上传, 文件上传, 上传文件, 文件, file, upload, upload file, attachment",
  needs: { fileTypes: true },
  begins: { file_type_limit: usualFileTypes, file_size_limit: usualFileSize },
  declared: z.strictObject({
    type: z.literal("upload"),
    ...answerable,
    file_type_limit: z.array(fileType).max(50).default(usualFileTypes).describe("File name endings taken."),
    file_size_limit: z.int().min(1).max(102_400).default(usualFileSize).describe("Largest file in KB."),
  }),
  fields: "upload",
  answers: "files",
  tests: ["count", "answered"],
} satisfies QuestionTypeDefinition;
