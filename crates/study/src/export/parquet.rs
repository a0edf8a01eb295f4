//! Plays as a Parquet file.

use std::collections::BTreeMap;
use std::sync::Arc;

use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int32Type};
use parquet::errors::{ParquetError, Result};
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::{Type, TypePtr};

use super::table::{Column, Values, columns};
use crate::fault::Fault;
use crate::play::{Measures, Play};

/// The bytes of a file with the columns of the CSV export. Measures that are not known are
/// null there.
pub fn parquet(
    plays: &[Play],
    measures: &BTreeMap<String, Measures>,
) -> std::result::Result<Vec<u8>, Fault> {
    let written = write(&columns(plays, measures));
    written.map_err(|error| Fault::Export(error.to_string()))
}

fn write(columns: &[Column]) -> Result<Vec<u8>> {
    let fields: Result<Vec<TypePtr>> = columns.iter().map(field).collect();
    let schema = Type::group_type_builder("plays").with_fields(fields?);
    let mut bytes = Vec::new();
    let mut file =
        SerializedFileWriter::new(&mut bytes, Arc::new(schema.build()?), Arc::default())?;
    let mut rows = file.next_row_group()?;
    for column in columns {
        let too_few = || ParquetError::General("a column is missing".to_owned());
        let mut writer = rows.next_column()?.ok_or_else(too_few)?;
        match &column.values {
            Values::Texts(texts) => {
                let texts: Vec<ByteArray> = texts.iter().map(|text| text.as_str().into()).collect();
                put::<ByteArrayType>(&mut writer, &texts, None)?;
            }
            Values::Whole(numbers) => put::<Int32Type>(&mut writer, numbers, None)?,
            Values::Numbers(numbers) => put::<DoubleType>(&mut writer, numbers, None)?,
            Values::Truths(truths) => put::<BoolType>(&mut writer, truths, None)?,
            Values::Some(numbers) => {
                let known: Vec<f64> = numbers.iter().copied().flatten().collect();
                let levels: Vec<i16> = numbers.iter().map(|n| n.is_some().into()).collect();
                put::<DoubleType>(&mut writer, &known, Some(&levels))?;
            }
        }
        writer.close()?;
    }
    rows.close()?;
    file.close()?;
    Ok(bytes)
}

fn put<T: DataType>(
    writer: &mut SerializedColumnWriter,
    values: &[T::T],
    levels: Option<&[i16]>,
) -> Result<()> {
    writer.typed::<T>().write_batch(values, levels, None)?;
    Ok(())
}

fn field(column: &Column) -> Result<TypePtr> {
    let (physical, repetition) = match column.values {
        Values::Texts(_) => (Physical::BYTE_ARRAY, Repetition::REQUIRED),
        Values::Whole(_) => (Physical::INT32, Repetition::REQUIRED),
        Values::Numbers(_) => (Physical::DOUBLE, Repetition::REQUIRED),
        Values::Truths(_) => (Physical::BOOLEAN, Repetition::REQUIRED),
        Values::Some(_) => (Physical::DOUBLE, Repetition::OPTIONAL),
    };
    let is_text = physical == Physical::BYTE_ARRAY;
    let field = Type::primitive_type_builder(&column.name, physical)
        .with_repetition(repetition)
        .with_logical_type(is_text.then_some(LogicalType::String));
    Ok(Arc::new(field.build()?))
}

#[cfg(test)]
mod tests {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::RowAccessor;

    use super::super::table::tests::some;
    use super::*;

    #[test]
    fn the_file_has_the_columns_and_rows_of_the_csv() {
        let (plays, measures) = some();
        let bytes = parquet(&plays, &measures).unwrap();
        assert_eq!(&bytes[..4], b"PAR1");
        let path = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(path.path(), bytes).unwrap();
        let file = SerializedFileReader::new(std::fs::File::open(path.path()).unwrap()).unwrap();
        let schema = file.metadata().file_metadata().schema_descr();
        let names: Vec<&str> = schema
            .columns()
            .iter()
            .map(|column| column.name())
            .collect();
        let head = super::super::csv::csv(&plays, &measures);
        assert_eq!(names.join(","), head.lines().next().unwrap());
        let rows: Vec<_> = file
            .get_row_iter(None)
            .unwrap()
            .map(|row| row.unwrap())
            .collect();
        assert_eq!(rows.len(), 2);
        for (row, play) in rows.iter().zip(&plays) {
            assert_eq!(row.get_int(0).unwrap(), 7);
            assert!(row.get_bool(1).unwrap());
            assert_eq!(row.get_string(2).unwrap(), &play.round);
            assert_eq!(row.get_string(5).unwrap(), &play.level);
            assert_eq!(row.get_double(6).unwrap(), play.seconds);
            assert_eq!(row.get_bool(16).unwrap(), play.is_suspect);
        }
        assert_eq!(rows[0].get_int(11).unwrap(), 21);
        assert_eq!(rows[1].get_int(11).unwrap(), -1);
        assert_eq!(rows[0].get_double(17).unwrap(), 0.1);
        assert!(rows[1].get_double(17).is_err(), "it is null");
    }
}
